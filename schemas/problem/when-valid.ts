import { z } from 'zod';

/**
 * For a rule between fields: it runs when these fields are valid, whatever is wrong with the others, so that all faults are reported
 * at once. Without it, no rule runs beside a value of the wrong type.
 */
export function whenValid(fields: z.ZodRawShape): {
  readonly when: (payload: { readonly value: unknown }) => boolean;
} {
  // A field that is missing although its default does not hold (`stated`) is not valid.
  const required = Object.entries(fields).map(([name, field]) => [
    name,
    field instanceof z.ZodDefault ? field.unwrap() : field,
  ]);
  const read = z.object(Object.fromEntries(required) as z.ZodRawShape);
  return { when: ({ value }) => read.safeParse(value).success };
}
