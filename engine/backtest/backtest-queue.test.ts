import { describe, expect, it } from 'vitest';
import { BacktestQueue } from './backtest-queue.ts';
import { RowParts } from './row-parts.ts';

function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { promise, resolve, reject };
}

const signal = new AbortController().signal;
const of = (id: number, account = id) => ({ id: String(id), account, signal });
const limits = (waiting: number, maxPerAccount = 2) => ({ waiting, maxPerAccount });

describe('the backtests of an engine', () => {
  it('run one at a time, also after a failed one', async () => {
    const queue = new BacktestQueue(limits(2));
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

  it('wait in a queue that is bounded in total and per account; all parts of one have room', async () => {
    const queue = new BacktestQueue(limits(2));
    const work = held();
    const begin = (id: number, account: number) => queue.run(of(id, account), () => work.promise);
    const runs = [begin(1, 7), begin(2, 7)];
    expect(queue.roomFor(of(3, 7))).toBe('account full');
    expect(queue.roomFor(of(2, 7))).toBe('room');
    expect(queue.roomFor(of(3, 8))).toBe('room');
    runs.push(begin(3, 8), begin(3, 8));
    expect(queue.roomFor(of(4, 9))).toBe('full');
    expect(queue.roomFor(of(3, 8))).toBe('room');
    work.resolve('done');
    await Promise.all(runs);
    expect(queue.roomFor(of(4, 7))).toBe('room');
  });

  it('take turns by account', async () => {
    const queue = new BacktestQueue(limits(9, 3));
    const order: number[] = [];
    const works = new Map([11, 12, 13, 21, 22, 31].map((id) => [id, held()]));
    const runs = [...works].map(([id, { promise }]) =>
      queue.run(of(id, Math.floor(id / 10)), () => {
        order.push(id);
        return promise;
      }),
    );
    expect([queue.ahead('11'), queue.ahead('21'), queue.ahead('31'), queue.ahead('12')]).toEqual([
      0, 1, 3, 4,
    ]);
    for (const work of works.values()) work.resolve('done');
    await Promise.all(runs);
    expect(order).toEqual([11, 21, 31, 12, 22, 13]);
  });

  it('leave the queue at once when they are cancelled while waiting, and never start', async () => {
    const queue = new BacktestQueue(limits(1));
    const work = held();
    const ending = new AbortController();
    const first = queue.run(of(1), () => work.promise);
    const begun: string[] = [];
    const second = queue.run({ ...of(2), signal: ending.signal }, () => {
      begun.push('second');
      return Promise.resolve('done');
    });
    expect([queue.ahead('1'), queue.ahead('2'), queue.roomFor(of(3))]).toEqual([0, 1, 'full']);
    ending.abort(new Error('cancelled'));
    await expect(second).rejects.toThrow('cancelled');
    expect(queue.roomFor(of(2))).toBe('room');
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
