import { expect, it } from 'vitest';
import { runSync } from '#platform/clock/steps.ts';
import type { ComponentEntry, DeviceEntry, InterfaceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { collectedFactSteps } from './collected-facts.ts';
import { sourceNumber } from './sources.ts';

const of = (id: number) => ({ id, customer: 1, site: 5, active: true, name: String(id) });
const device = (id: number, snmp?: DeviceEntry['snmp']): [number, DeviceEntry] => [
  id,
  { ...of(id), address: '', vendor: '', model: '', snmp, exporters: [], interfaces: [10 * id] },
];
const port = (id: number, at: number): [number, InterfaceEntry] => [
  id,
  { ...of(id), device: at, alias: '', index: null, bandwidthInBps: null, bandwidthOutBps: null },
];
const tunnel = (id: number, at: number): [number, ComponentEntry] => [
  id,
  { ...of(id), device: at, kind: 'tunnel', scope: 'vmanage', key: 't', fields: {} },
];

it('a device that no agent is polled of has the counters of the manager of its tunnels, with its interfaces', () => {
  const inventory: Inventory = {
    customers: new Map(),
    sites: new Map(),
    exporters: new Map(),
    devices: new Map([device(1), device(2, {} as DeviceEntry['snmp']), device(3)]),
    interfaces: new Map([port(10, 1), port(20, 2), port(30, 3)]),
    components: new Map([tunnel(100, 1), tunnel(200, 2)]),
  };
  const { facts } = runSync(collectedFactSteps(inventory, () => true));
  const ids = (kind: 'device' | 'interface', scope: 'snmp' | 'vmanage') =>
    facts.get(sourceNumber(kind, scope))?.map(({ id }) => id);
  expect([ids('device', 'vmanage'), ids('interface', 'vmanage')]).toEqual([[1], [10]]);
  expect([ids('device', 'snmp'), ids('interface', 'snmp')]).toEqual([
    [2, 3],
    [20, 30],
  ]);
});
