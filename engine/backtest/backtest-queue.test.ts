import { describe, expect, it } from 'vitest';
import { BacktestQueue } from './backtest-queue.ts';
import { RowParts } from './row-parts.ts';

function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { promise, resolve, reject };
}

const signal = new AbortController().signal;
const of = (...customers: readonly number[]) => ({ id: customers.join(), customers, signal });

describe('the backtests of an engine', () => {
  it('run one at a time, also after a failed one', async () => {
    const queue = new BacktestQueue(2);
    const begun: number[] = [];
    const work = [held(), held(), held()];
    const runs = work.map((one, number) =>
      queue.run(of(number), () => {
        begun.push(number);
        return one.promise;
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0]);
    work[0]!.reject(new Error('it failed'));
    await expect(runs[0]).rejects.toThrow('it failed');
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    work[1]!.resolve('done');
    work[2]!.resolve('done');
    expect(await runs[2]).toBe('done');
  });

  it('wait in a bounded queue, one per customer', async () => {
    const queue = new BacktestQueue(1);
    const work = held();
    expect(queue.hasRoom([1, 2])).toBe(true);
    const first = queue.run(of(1, 2), () => work.promise);
    expect(queue.hasRoom([2, 3])).toBe(false);
    expect(queue.hasRoom([3])).toBe(true);
    const second = queue.run(of(3), () => work.promise);
    expect(queue.hasRoom([4])).toBe(false);
    work.resolve('done');
    await Promise.all([first, second]);
    expect(queue.hasRoom([2, 3, 4])).toBe(true);
  });

  it('leave the queue at once when they are cancelled while waiting, and never start', async () => {
    const queue = new BacktestQueue(1);
    const work = held();
    const ending = new AbortController();
    const first = queue.run(of(1), () => work.promise);
    const begun: string[] = [];
    const second = queue.run({ ...of(2), signal: ending.signal }, () => {
      begun.push('second');
      return Promise.resolve('done');
    });
    expect([queue.ahead('1'), queue.ahead('2'), queue.hasRoom([3])]).toEqual([0, 1, false]);
    ending.abort(new Error('cancelled'));
    await expect(second).rejects.toThrow('cancelled');
    expect(queue.hasRoom([2])).toBe(true);
    const third = queue.run(of(2), () => Promise.resolve('third'));
    work.resolve('done');
    expect(await Promise.all([first, third])).toEqual(['done', 'third']);
    expect(begun).toEqual([]);
  });
});

describe('rows that arrive in parts', () => {
  const bytes = Uint8Array.from({ length: 12 }, (_, index) => index);
  it.each([[[12]], [[1, 11]], [[5, 2, 5]], [[4, 4, 4]], [[0, 3, 9]]])('of %j bytes are all read', (sizes) => {
    const rows = new RowParts(4);
    const found: number[] = [];
    let at = 0;
    for (const size of sizes) {
      rows.read(bytes.subarray(at, at + size), (view, row) => found.push(view.getUint32(row, false)));
      at += size;
    }
    rows.end();
    expect(found).toEqual([0x00_01_02_03, 0x04_05_06_07, 0x08_09_0a_0b]);
  });
  it('and end within a row are an error', () => {
    const rows = new RowParts(4);
    rows.read(bytes.subarray(0, 7), () => undefined);
    expect(() => {
      rows.end();
    }).toThrow(RangeError);
  });
});
