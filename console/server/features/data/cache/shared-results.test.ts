import { describe, expect, it } from 'vitest';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { SharedResults } from './shared-results.ts';

const anInventory = (): Inventory => ({
  customers: new Map(),
  sites: new Map(),
  devices: new Map(),
  interfaces: new Map(),
  exporters: new Map(),
});

function opened() {
  const results = new SharedResults();
  const works: PromiseWithResolvers<string>[] = [];
  const work = (): Promise<string> => {
    const one = Promise.withResolvers<string>();
    works.push(one);
    return one.promise;
  };
  const inventory = anInventory();
  const request = (
    key: string,
    part: { readonly inventory?: Inventory; readonly signal?: AbortSignal } = {},
  ) => results.read({ inventory, key, signal: new AbortController().signal, ...part }, work);
  return { request, works };
}

describe('results that calls share', () => {
  it('are computed once for all callers at the same time, and again for a later one', async () => {
    const { request, works } = opened();
    const both = [request('one'), request('one')];
    expect(works).toHaveLength(1);
    works[0]!.resolve('1');
    expect(await Promise.all(both)).toEqual([
      { text: '1', isOwn: true },
      { text: '1', isOwn: false },
    ]);
    void request('one');
    expect(works).toHaveLength(2);
  });

  it('are made apart for other rights or requests, and with the names of another inventory', () => {
    const { request, works } = opened();
    void request('one');
    void request('two');
    void request('one', { inventory: anInventory() });
    expect(works).toHaveLength(3);
  });

  it('fail once for all that wait', async () => {
    const { request, works } = opened();
    const both = Promise.allSettled([request('one'), request('one')]);
    works[0]!.reject(new Error('away'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(works).toHaveLength(1);
  });

  it('are made for the next one that waits when the caller has left', async () => {
    const { request, works } = opened();
    const left = new AbortController();
    const first = Promise.allSettled([request('one', { signal: left.signal })]);
    const others = [request('one'), request('one')];
    left.abort();
    works[0]!.reject(new Error('closed'));
    expect(await first).toMatchObject([{ status: 'rejected' }]);
    await expect.poll(() => works.length).toBe(2);
    works[1]!.resolve('1');
    expect((await Promise.all(others)).map(({ isOwn }) => isOwn)).toEqual([true, false]);
    expect(works).toHaveLength(2);
  });
});
