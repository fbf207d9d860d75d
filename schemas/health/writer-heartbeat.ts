import { z } from 'zod';

/** State of a writer, published every two seconds. */
export const WriterHeartbeat = z.strictObject({
  partitions: z.array(z.int()),
  /** Every partition is written; false while one waits for a store. */
  writes: z.boolean(),
});
export type WriterHeartbeat = z.infer<typeof WriterHeartbeat>;
