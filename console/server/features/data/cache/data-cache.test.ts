import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Ran } from '../read/ran.ts';
import { DataCache } from './data-cache.ts';

const ran = (replyBytes: number): Ran => ({
  columns: {},
  readRows: 1,
  readBytes: 1,
  elapsedMs: 1,
  queuedMs: 0,
  together: 1,
  sql: '',
  replyBytes,
});

function opened(maxBytes = 1_000) {
  const clock = new ManualClock();
  const cache = new DataCache(clock, { statementBytes: maxBytes, stepBytes: maxBytes });
  const works: {
    readonly signal: AbortSignal;
    readonly end: (of: Ran) => void;
    readonly fail: () => void;
  }[] = [];
  const work = (signal: AbortSignal): Promise<Ran> =>
    new Promise((resolve, reject) => {
      works.push({ signal, end: resolve, fail: () => reject(new Error('broken')) });
    });
  const request = (text: string, { isFinal = true, signal = new AbortController().signal } = {}) =>
    cache.statement({ text, isFinal, signal }, work);
  return { clock, request, works };
}

describe('statements that calls share', () => {
  it('run once for all callers at the same time, and until their result is too old', async () => {
    const { clock, request, works } = opened();
    const both = [request('one'), request('one')];
    expect(works).toHaveLength(1);
    works[0]!.end(ran(10));
    expect((await Promise.all(both)).map(({ replyBytes }) => replyBytes)).toEqual([10, 10]);
    await request('one');
    expect(works).toHaveLength(1);
    await clock.advance((dataLimits.sharedSeconds + 1) * SECOND_MS);
    void request('one');
    expect(works).toHaveLength(2);
  });

  it.each([
    ['windows that are not closed for certain', false, 10],
    ['more than a quarter of what is cached', true, 130],
  ])('run again for %s', async (_, isFinal, bytes) => {
    const { request, works } = opened();
    const first = request('one', { isFinal });
    works[0]!.end(ran(bytes));
    await first;
    void request('one', { isFinal });
    expect(works).toHaveLength(2);
  });

  it('leave, those that were not used for longest first, for others to be cached', async () => {
    const { request, works } = opened(100);
    for (const text of ['1', '2', '3', '4', '5']) {
      const requested = request(text);
      works.at(-1)!.end(ran(12));
      await requested;
      await request('1');
    }
    await request('4');
    expect(works).toHaveLength(5);
    void request('2');
    expect(works).toHaveLength(6);
  });

  it('that fail fail for all that wait, and run again', async () => {
    const { request, works } = opened();
    const both = [request('one'), request('one')];
    works[0]!.fail();
    for (const each of both) await expect(each).rejects.toThrow('broken');
    void request('one');
    expect(works).toHaveLength(2);
  });

  it('end when the last call leaves that waits for them', async () => {
    const { request, works } = opened();
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [one, other].map(({ signal }) => request('one', { signal }));
    one.abort(new Error('left'));
    await expect(both[0]).rejects.toThrow('left');
    expect(works[0]!.signal.aborted).toBe(false);
    other.abort(new Error('left too'));
    await expect(both[1]).rejects.toThrow('left too');
    expect(works[0]!.signal.aborted).toBe(true);
    void request('one');
    expect(works).toHaveLength(2);
  });
});

const anInventory = (): Inventory => ({
  customers: new Map(),
  sites: new Map(),
  devices: new Map(),
  interfaces: new Map(),
  exporters: new Map(),
});

function openedResults() {
  const cache = new DataCache(new ManualClock());
  const works: (PromiseWithResolvers<string> & { readonly stop: AbortSignal })[] = [];
  const work = (stop: AbortSignal): Promise<string> => {
    const one = { ...Promise.withResolvers<string>(), stop };
    works.push(one);
    return one.promise;
  };
  const inventory = anInventory();
  const request = (
    key: string,
    part: { readonly inventory?: Inventory; readonly signal?: AbortSignal } = {},
  ) => cache.result({ inventory, key, signal: new AbortController().signal, ...part }, work);
  return { request, works };
}

describe('results that calls share', () => {
  it('are made once for all callers at the same time, and again for a later one', async () => {
    const { request, works } = openedResults();
    const both = [request('one'), request('one')];
    expect(works).toHaveLength(1);
    works[0]!.resolve('1');
    expect(await Promise.all(both)).toEqual(['1', '1']);
    void request('one');
    expect(works).toHaveLength(2);
  });

  it('are made apart for other rights or requests, and with the names of another inventory', () => {
    const { request, works } = openedResults();
    void request('one');
    void request('two');
    void request('one', { inventory: anInventory() });
    expect(works).toHaveLength(3);
  });

  it('fail once for all that wait', async () => {
    const { request, works } = openedResults();
    const both = Promise.allSettled([request('one'), request('one')]);
    works[0]!.reject(new Error('away'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(works).toHaveLength(1);
  });

  it('are made to the end for those that wait when the first caller has left', async () => {
    const { request, works } = openedResults();
    const left = new AbortController();
    const first = Promise.allSettled([request('one', { signal: left.signal })]);
    const others = [request('one'), request('one')];
    left.abort(new Error('left'));
    expect(await first).toMatchObject([{ status: 'rejected' }]);
    expect(works[0]!.stop.aborted).toBe(false);
    works[0]!.resolve('1');
    expect(await Promise.all(others)).toEqual(['1', '1']);
    expect(works).toHaveLength(1);
  });
});
