import { z } from 'zod';

/** A process or store that does not respond, tables that cannot be read, or the disk of the stores when its reserve is reached. */
export const TierDown = z.strictObject({
  tier: z.string(),
  /** First failed check, milliseconds since 1970. */
  since: z.number(),
  /** Tables that cannot be read, for the tier `tables`. */
  tables: z.array(z.string()).optional(),
});
export type TierDown = z.infer<typeof TierDown>;

/** State of a writer, published every two seconds. */
export const WriterHeartbeat = z.strictObject({
  partitions: z.array(z.int()),
  /** Every partition is written; false while one waits for a store. */
  writes: z.boolean(),
});
export type WriterHeartbeat = z.infer<typeof WriterHeartbeat>;
