import { describe, expect, it } from 'vitest';
import type { Range } from './range.ts';
import { writeInOrder } from './write-in-order.ts';

/** A buffer of `count` ranges, numbered from 1. `end` is the result of the take after the last one. */
function rangesOf(count: number, end: Promise<undefined> = Promise.resolve(undefined)) {
  let taken = 0;
  let failed: (cause: unknown) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => {
    failed = reject;
  });
  failure.catch(() => undefined);
  return {
    taken: () => taken,
    fail: failed,
    take(): Promise<Range | undefined> {
      if (taken === count) return Promise.race([end, failure]);
      taken += 1;
      return Promise.resolve({ first: taken, last: taken, lastMs: 0, messages: [] });
    },
  };
}

/** Inserts that end when the test ends them. */
function worked() {
  const log: string[] = [];
  const ends: ((cause?: Error) => void)[] = [];
  return {
    log,
    ends,
    async write({ first }: Range, committedBefore: Promise<void>): Promise<void> {
      log.push(`insert ${String(first)}`);
      await new Promise<void>((resolve, reject) => {
        ends.push((cause) => {
          if (cause === undefined) resolve();
          else reject(cause);
        });
      });
      await committedBefore;
      log.push(`commit ${String(first)}`);
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('ranges of a partition', () => {
  it('are inserted two at a time and committed in their order, whichever ends first', async () => {
    const [ranges, work] = [rangesOf(3), worked()];
    const written = writeInOrder(ranges, work);
    await settled();
    expect(work.log).toEqual(['insert 1', 'insert 2']);
    work.ends[1]?.();
    await settled();
    expect(work.log).toEqual(['insert 1', 'insert 2']);
    work.ends[0]?.();
    await settled();
    work.ends[2]?.();
    await written;
    expect(work.log.filter((entry) => entry.startsWith('commit'))).toEqual([
      'commit 1',
      'commit 2',
      'commit 3',
    ]);
  });

  it('end with the first failure once none is in flight, even if no further range comes', async () => {
    const [ranges, work] = [rangesOf(2, new Promise(() => undefined)), worked()];
    let over = false;
    const written = writeInOrder(ranges, work).finally(() => {
      over = true;
    });
    written.catch(() => undefined);
    await settled();
    work.ends[0]?.(new Error('taken by another writer'));
    await settled();
    expect(over).toBe(false);
    work.ends[1]?.();
    await expect(written).rejects.toThrow('taken by another writer');
    expect(work.log.filter((entry) => entry.startsWith('commit'))).toEqual([]);
  });
});
