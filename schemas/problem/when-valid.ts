import { z } from 'zod';

/**
 * For a rule between fields: it runs when these fields are valid, whatever is wrong with the others, so that all faults are reported
 * at once. Without it, no rule runs beside a value of the wrong type.
 */
export function whenValid(fields: z.ZodRawShape): {
  readonly when: (payload: { readonly value: unknown }) => boolean;
} {
  const read = z.object(fields);
  return { when: ({ value }) => read.safeParse(value).success };
}
