import { z } from 'zod';

/** Acknowledgement of a running alarm. Times are milliseconds since 1970. */
export const Acknowledged = z.strictObject({
  by: z.string(),
  at: z.number(),
  note: z.string(),
  /** Null: until the alarm clears. */
  until: z.number().nullable(),
  /** Also ends when the alarm gets worse. */
  untilWorse: z.boolean(),
});
export type Acknowledged = z.infer<typeof Acknowledged>;

/** Silence or maintenance window on a running alarm: it is evaluated without notifications. */
export const Silenced = z.strictObject({
  silence: z.number(),
  by: z.string(),
  reason: z.string(),
  /** Milliseconds since 1970; null: no end. */
  until: z.number().nullable(),
});
export type Silenced = z.infer<typeof Silenced>;
