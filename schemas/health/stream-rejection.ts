import { z } from 'zod';

/** Messages of one process rejected by a stream since its last report. */
export const StreamRejection = z.strictObject({
  /** Name of the process on the bus. */
  process: z.string(),
  /** First token of the subject. */
  stream: z.string(),
  /** Messages rejected because the stream was full; they are retried. */
  rejected: z.int().nonnegative(),
  /** Rows dropped by the process. */
  dropped: z.int().nonnegative(),
});
export type StreamRejection = z.infer<typeof StreamRejection>;
