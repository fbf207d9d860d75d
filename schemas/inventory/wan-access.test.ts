import { describe, expect, it } from 'vitest';
import type { InterfaceEntry, Inventory } from './snapshot.ts';
import { accessesOf } from './wan-access.ts';

const port = (id: number, site: number, change: Partial<InterfaceEntry> = {}): InterfaceEntry => ({
  id,
  site,
  customer: 1,
  device: site * 10,
  name: `Gi0/${String(id)}`,
  alias: '',
  active: true,
  index: null,
  bandwidthInBps: null,
  bandwidthOutBps: null,
  ...change,
});

const inventoryOf = (...ports: readonly InterfaceEntry[]): Inventory => ({
  customers: new Map(),
  sites: new Map(),
  devices: new Map(),
  exporters: new Map(),
  interfaces: new Map(ports.map((entry) => [entry.id, entry])),
});

describe('the WAN accesses of a customer', () => {
  it('are the interfaces with a contracted bandwidth in either direction', () => {
    const inventory = inventoryOf(
      port(1, 1, { bandwidthInBps: 100 }),
      port(2, 1, { bandwidthOutBps: 100 }),
      port(3, 1),
    );
    expect(accessesOf(inventory, 1)).toEqual([1, 2]);
  });

  it('are those that a user marked, whatever their bandwidth, and none that has another mark', () => {
    const inventory = inventoryOf(
      port(1, 1, { infrastructure: 'wan access' }),
      port(2, 1, { bandwidthInBps: 100, infrastructure: 'cloud access' }),
    );
    expect(accessesOf(inventory, 1)).toEqual([1]);
  });

  it('are all interfaces of a site that has none marked', () => {
    const inventory = inventoryOf(port(1, 1, { bandwidthInBps: 100 }), port(2, 1), port(3, 2), port(4, 2));
    expect(accessesOf(inventory, 1)).toEqual([1, 3, 4]);
  });

  it('are not those with a bandwidth of 0, which is none', () => {
    const inventory = inventoryOf(
      port(1, 1, { bandwidthInBps: 100 }),
      port(2, 1, { bandwidthInBps: 0, bandwidthOutBps: 0 }),
    );
    expect(accessesOf(inventory, 1)).toEqual([1]);
  });

  it('are those of the customer only', () => {
    const inventory = inventoryOf(port(1, 1), port(2, 2, { customer: 2 }));
    expect([accessesOf(inventory, 1), accessesOf(inventory, 2), accessesOf(inventory, 3)]).toEqual([
      [1],
      [2],
      [],
    ]);
  });
});
