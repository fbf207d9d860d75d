import { z } from 'zod';

/** What the poller saw of a device since the poller started. Times in ms since 1970, 0: never. */
export const PolledDevice = z.strictObject({
  device: z.int(),
  customer: z.int(),
  polls: z.int(),
  polledAt: z.number(),
  answeredAt: z.number(),
  /** How long the last poll took. */
  durationMs: z.number(),
  /** Polls without an answer since the last one with. */
  silentPolls: z.int(),
  /** When the first of them began. */
  silentSince: z.number(),
  /** Why the last poll brought nothing; empty when it was answered. */
  refusal: z.string(),
  /** What went wrong, by reason, in all polls. */
  faults: z.record(z.string(), z.int()),
  /** The reason of the fault that came last, empty when there was none. */
  lastFault: z.string(),
});
export type PolledDevice = z.infer<typeof PolledDevice>;
