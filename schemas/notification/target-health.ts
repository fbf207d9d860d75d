import { z } from 'zod';

/** What a target does, worst first. */
export const targetStates = ['failing', 'waiting', 'unused', 'delivering', 'paused'] as const;
export type TargetState = (typeof targetStates)[number];

/** A target that fails for longer is reported above the pages where it matters. */
export const FAILING_LONG_MS = 15 * 60_000;

/**
 * Whether a target delivers. `failing`: its last attempt failed; `waiting`: notifications are queued and none was attempted within a
 * minute; `unused`: nothing was sent within 30 days; `paused`: disabled. Times are milliseconds since 1970.
 */
export const TargetHealth = z.strictObject({
  id: z.int(),
  name: z.string(),
  state: z.enum(targetStates),
  /** Start of the failures; null unless `failing`. */
  failingSince: z.number().nullable(),
  /** Response of the last failed attempt that the caller may read; empty unless `failing`. */
  cause: z.string(),
  lastDelivered: z.number().nullable(),
  /** Of the last 24 hours. */
  delivered: z.int(),
  /** Of the last 24 hours: given up, or to be retried. */
  failed: z.int(),
  /** Queued notifications; null while the queue cannot be read. */
  backlog: z.int().nullable(),
});
export type TargetHealth = z.infer<typeof TargetHealth>;

export const TargetHealthReply = z.strictObject({ targets: z.array(TargetHealth) });

/** Returns whether a target has failed for longer than 15 minutes. */
export const hasFailedLong = ({ failingSince }: Pick<TargetHealth, 'failingSince'>, nowMs: number): boolean =>
  failingSince !== null && nowMs - failingSince > FAILING_LONG_MS;
