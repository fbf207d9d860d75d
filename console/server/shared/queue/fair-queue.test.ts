import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Work that ends when it is finished. */
function openWork(queue: FairQueue, started: string[]) {
  const ends = new Map<string, () => void>();
  const add = (customer: number, name: string, signal = new AbortController().signal) =>
    queue.run(
      customer,
      () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      { signal },
    );
  const finish = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { add, finish };
}

describe('a fair queue', () => {
  it('lets a customer run only so much, and others pass its queue', async () => {
    const started: string[] = [];
    const { add, finish } = openWork(new FairQueue({ running: 2, runningInAll: 3 }), started);
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add(1, name);
    void add(2, 'b1');
    void add(2, 'b2');
    await Promise.resolve();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    await finish('a1');
    expect(started.at(-1)).toBe('a3');
    await finish('a2');
    expect(started.at(-1)).toBe('b2');
    await finish('b1');
    expect(started.at(-1)).toBe('a4');
  });

  it('gives each work the lowest free rank among those of its customer, the first of them only where no more waits', async () => {
    const queue = new FairQueue({ running: 3, runningInAll: 6 });
    const [ranks, ends]: [number[], (() => void)[]] = [[], []];
    const add = (customer: number) =>
      void queue.run(
        customer,
        (rank) => {
          ranks.push(rank);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        { signal: new AbortController().signal },
      );
    for (const customer of [1, 1, 1, 1, 1, 2]) add(customer);
    await Promise.resolve();
    expect(ranks).toEqual([1, 2, 3, 1]);
    const end = async (index: number): Promise<number | undefined> => {
      ends[index]!();
      await new Promise((resolve) => setImmediate(resolve));
      return ranks.at(-1);
    };
    // The first rank is free, and another customer's until the queue is empty.
    expect([await end(0), await end(1)]).toEqual([4, 1]);
  });

  it('forgets work that is cancelled before it starts', async () => {
    const started: string[] = [];
    const queue = new FairQueue({ running: 1, runningInAll: 1 });
    const { add, finish } = openWork(queue, started);
    const leaving = new AbortController();
    const first = add(1, 'first');
    const second = add(1, 'second', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    await expect(add(1, 'late', leaving.signal)).rejects.toThrow('left');
    await Promise.resolve();
    await finish('first');
    await first;
    expect([started, queue.size]).toEqual([['first'], 0]);
  });

  it('starts what has a lower place first, in the order in which it was added among equals', async () => {
    const queue = new FairQueue({ running: 1, runningInAll: 1 });
    const { signal } = new AbortController();
    const started: string[] = [];
    const work = (name: string, place: number): Promise<number> =>
      queue.run(1, () => Promise.resolve(started.push(name)), { signal, place });
    await Promise.all([work('running', 0), work('b0', 1), work('a0', 0), work('b1', 1), work('a1', 0)]);
    expect(started).toEqual(['running', 'a0', 'a1', 'b0', 'b1']);
  });

  it('continues after work that fails', async () => {
    const queue = new FairQueue({ running: 1, runningInAll: 1 });
    const { signal } = new AbortController();
    await expect(queue.run(1, () => Promise.reject(new Error('broken')), { signal })).rejects.toThrow(
      'broken',
    );
    expect(await queue.run(1, () => Promise.resolve('next'), { signal })).toBe('next');
  });
});
