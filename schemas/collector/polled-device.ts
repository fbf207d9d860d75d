import { z } from 'zod';

/** Poll results of a device since the poller started. Times in milliseconds since 1970, 0: never. */
export const PolledDevice = z.strictObject({
  device: z.int(),
  customer: z.int(),
  polls: z.int(),
  polledAt: z.number(),
  respondedAt: z.number(),
  /** Duration of the last poll. */
  durationMs: z.number(),
  /** Consecutive polls without a reply. */
  silentPolls: z.int(),
  /** Start of the first of them. */
  silentSince: z.number(),
  /** Failure reason of the last poll; empty if it succeeded. */
  rejection: z.string(),
  /** Faults of all polls by reason. */
  faults: z.record(z.string(), z.int()),
  /** Reason of the newest fault, empty without faults. */
  lastFault: z.string(),
});
export type PolledDevice = z.infer<typeof PolledDevice>;

/** Reply of one poller. */
export const PollerReport = z.strictObject({
  /** Name of the poller. */
  poller: z.string(),
  /** Live pollers, this one included. */
  pollers: z.int(),
  /** Devices that it polls. */
  devices: z.array(PolledDevice),
});
export type PollerReport = z.infer<typeof PollerReport>;
