import { z } from 'zod';

/** Somebody takes care of a running alarm. Times are milliseconds since 1970. */
export const Acknowledged = z.strictObject({
  by: z.string(),
  at: z.number(),
  note: z.string(),
  /** Null: until the alarm clears. */
  until: z.number().nullable(),
  /** It ends as well when the alarm gets worse than it was. */
  untilWorse: z.boolean(),
});
export type Acknowledged = z.infer<typeof Acknowledged>;

/** A silence or maintenance window holds for a running alarm: it is evaluated, and nobody is notified. */
export const Silenced = z.strictObject({
  silence: z.number(),
  by: z.string(),
  reason: z.string(),
  /** Milliseconds since 1970; null: for ever. */
  until: z.number().nullable(),
});
export type Silenced = z.infer<typeof Silenced>;
