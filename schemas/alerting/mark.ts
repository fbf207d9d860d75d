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

/** Who takes care of an alarm: a user, or the users of a role who see its customer. */
export const Assignee = z.strictObject({
  kind: z.enum(['user', 'role']),
  id: z.int().positive(),
  /** As of the assignment: a user who was deleted since keeps the name. */
  name: z.string(),
});
export type Assignee = z.infer<typeof Assignee>;

/** Assignment of a running alarm. */
export const Assigned = z.strictObject({
  to: Assignee,
  /** Who assigned it, and when, milliseconds since 1970. */
  by: z.string(),
  at: z.number(),
});
export type Assigned = z.infer<typeof Assigned>;

/** Silence or maintenance window on a running alarm: it is evaluated without notifications. */
export const Silenced = z.strictObject({
  silence: z.number(),
  by: z.string(),
  reason: z.string(),
  /** Milliseconds since 1970; null: no end. */
  until: z.number().nullable(),
});
export type Silenced = z.infer<typeof Silenced>;
