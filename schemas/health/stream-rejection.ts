import { z } from 'zod';

/** Why rows are not stored: the stream is full, the broker does not respond, or the disk of the stores has reached its reserve. */
export const RejectionCause = z.enum(['full', 'unreachable', 'disk']);
export type RejectionCause = z.infer<typeof RejectionCause>;

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
  cause: RejectionCause.default('full'),
});
export type StreamRejection = z.infer<typeof StreamRejection>;
