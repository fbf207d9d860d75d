import type { RangeBuffer } from './range-buffer.ts';
import type { RangeWork } from './range-work.ts';

/**
 * Ranges of a partition that are inserted at once. The store takes the rows of one with one core: while it sorts and sums one,
 * the next comes in. Bounds the memory, together with the range that grows meanwhile.
 */
const AT_ONCE = 2;

/** Writes the ranges of a buffer, committed in their order, until it is closed and all of them are written, or one fails. */
export async function writeInOrder(
  buffer: Pick<RangeBuffer, 'take' | 'fail'>,
  work: Pick<RangeWork, 'write'>,
): Promise<void> {
  const underWay: Promise<void>[] = [];
  try {
    for (let range = await buffer.take(); range !== undefined; range = await buffer.take()) {
      const writing = work.write(range, underWay.at(-1) ?? Promise.resolve());
      // Whoever waits for the next range is told, however long none comes.
      writing.catch((error: unknown) => {
        buffer.fail(error);
      });
      underWay.push(writing);
      if (underWay.length === AT_ONCE) await underWay.shift();
    }
    await Promise.all(underWay);
  } finally {
    // Nothing of this goes on beside what is begun anew.
    await Promise.allSettled(underWay);
  }
}
