import type { RangeBuffer } from './range-buffer.ts';
import type { RangeWriter } from './range-writer.ts';

/**
 * Concurrent inserts of a partition. ClickHouse takes one range on one core: while it sorts and aggregates one, the
 * next is received. Together with the range being collected this bounds the memory.
 */
const MAX_CONCURRENT_RANGES = 2;

/**
 * Writes the ranges of a buffer and commits them in order. Ends when the buffer is closed and every range is written,
 * or when a range fails.
 */
export async function writeInOrder(
  buffer: Pick<RangeBuffer, 'take' | 'fail'>,
  work: Pick<RangeWriter, 'write'>,
): Promise<void> {
  const inFlight: Promise<void>[] = [];
  try {
    for (let range = await buffer.take(); range !== undefined; range = await buffer.take()) {
      const writing = work.write(range, inFlight.at(-1) ?? Promise.resolve());
      // Unblocks `take` at once, even if no further range comes.
      writing.catch((error: unknown) => {
        buffer.fail(error);
      });
      inFlight.push(writing);
      if (inFlight.length === MAX_CONCURRENT_RANGES) await inFlight.shift();
    }
    await Promise.all(inFlight);
  } finally {
    // No insert may overlap with the next session.
    await Promise.allSettled(inFlight);
  }
}
