import { z } from 'zod';

/** A device is shown as late for this time after its last late sample. */
export const LATE_SHOWN_MS = 15 * 60_000;

/** Samples of a device that arrived too late to be measured. Times in milliseconds since 1970. */
export const LateDevice = z.strictObject({
  device: z.int(),
  /** Samples since the device became late. */
  samples: z.int(),
  /** When its first and its last sample was late. */
  since: z.number(),
  until: z.number(),
  /** Longest time from reading a sample to storing it in the stream. */
  delayMs: z.number(),
});
export type LateDevice = z.infer<typeof LateDevice>;

/** Reply of one engine. */
export const LateReport = z.strictObject({
  /** Live engines, this one included. */
  engines: z.int(),
  allowedLatenessMs: z.number(),
  devices: z.array(LateDevice),
});
export type LateReport = z.infer<typeof LateReport>;
