import { z } from 'zod';

/** What one process says of a stream that took nothing of it since it said so last. */
export const StreamRefusal = z.strictObject({
  /** As the process calls itself at the bus. */
  process: z.string(),
  /** First part of the subject. */
  stream: z.string(),
  /** Messages that the stream refused because it was full; they are offered again. */
  refused: z.int().nonnegative(),
  /** Rows that the process gave up for it. */
  dropped: z.int().nonnegative(),
});
export type StreamRefusal = z.infer<typeof StreamRefusal>;
