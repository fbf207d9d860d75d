import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { InventoryList } from './inventory-list.ts';

type Port = NonNullable<ReturnType<Inventory['interfaces']['get']>>;

const port = (id: number, change: Partial<Port> = {}): Port => ({
  id,
  customer: 1,
  site: 10,
  device: 20,
  active: true,
  name: `Gi0/${String((id * 7) % 90)}`,
  alias: `to ${String(id % 13)}`,
  index: id,
  bandwidthInBps: null,
  bandwidthOutBps: null,
  ...change,
});

const inventoryOf = (ports: readonly Port[]): Inventory => ({
  customers: new Map(),
  sites: new Map(),
  devices: new Map(),
  interfaces: new Map(ports.map((one) => [one.id, one])),
  exporters: new Map(),
});

const queries = [
  {},
  { orderBy: 'alias', order: 'descending' },
  { orderBy: 'index', q: 'gi0/4' },
  { where: 'alias:contains:1|9' },
];

it('lists after a change what a list that never saw another state lists', async () => {
  const before = Array.from({ length: 500 }, (_, at) => port(100 + at));
  const changed = port(111, { name: 'Gi0/0', alias: 'to no one', active: false });
  const after = [
    port(1, { name: 'Te0/1' }),
    ...before.filter(({ id }) => id !== 300 && id !== 599).map((one) => (one.id === 111 ? changed : one)),
    port(700, { name: 'Gi0/45' }),
  ];
  const open = (current: Inventory) => {
    const held = {
      current,
      onChange: (listener: (now: Inventory) => void) => (held.listener = listener),
    } as {
      current: Inventory;
      onChange: (listener: (now: Inventory) => void) => void;
      listener?: (now: Inventory) => void;
    };
    const list = new InventoryList({
      inventory: held,
      clock: systemClock,
      effect: { switched: async () => new Set() },
      findings: async () => new Map(),
      models: async () => ({ models: new Map(), stamp: '' }),
    });
    const pages = async () =>
      Promise.all(
        queries.map(async (requested) => {
          const query = listInventory.query.parse({ ...requested, count: 700 });
          const scope = { kind: 'interface', customers: [1], viewer: { sites: new Map() } } as const;
          const { count, page } = await list.find(scope, query);
          return [count, page.map(({ id, name }) => `${String(id)} ${name}`)];
        }),
      );
    return { held, pages };
  };
  const { held, pages } = open(inventoryOf(before));
  await pages();
  held.current = inventoryOf(after);
  held.listener?.(held.current);
  expect(await pages()).toEqual(await open(inventoryOf(after)).pages());
});
