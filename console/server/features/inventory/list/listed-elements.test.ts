import { describe, expect, it } from 'vitest';
import { runSync } from '#platform/clock/steps.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { listByCustomer } from './listed-elements.ts';

type Port = NonNullable<ReturnType<Inventory['interfaces']['get']>>;

const listedWith = (bandwidths: Pick<Port, 'bandwidthInBps' | 'bandwidthOutBps'>) => {
  const port: Port = {
    id: 1,
    customer: 1,
    site: 10,
    device: 20,
    active: true,
    name: 'Gi0/1',
    alias: '',
    index: 1,
    ...bandwidths,
  };
  const inventory: Inventory = {
    customers: new Map(),
    sites: new Map(),
    devices: new Map(),
    exporters: new Map(),
    interfaces: new Map([[1, port]]),
  };
  const [listed] = runSync(listByCustomer(inventory, 'interface')).get(1) ?? [];
  const { infrastructure, bandwidthIn, bandwidthOut } = listed?.properties ?? {};
  return { infrastructure, bandwidthIn, bandwidthOut };
};

describe('an interface in the list', () => {
  it.each([
    ['with a contracted bandwidth is a WAN access', 2_000_000, 1_000_000, 'wan access', '2000000', '1000000'],
    ['with a bandwidth in one direction is one, too', 2_000_000, null, 'wan access', '2000000', ''],
    ['without a bandwidth is none', null, null, '', '', ''],
    ['with a bandwidth of 0 has none, and is none', 0, 0, '', '', ''],
  ])('%s', (_, bandwidthInBps, bandwidthOutBps, infrastructure, bandwidthIn, bandwidthOut) => {
    expect(listedWith({ bandwidthInBps, bandwidthOutBps })).toEqual({
      infrastructure,
      bandwidthIn,
      bandwidthOut,
    });
  });
});
