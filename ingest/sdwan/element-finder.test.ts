import { describe, expect, it } from 'vitest';
import type { ComponentEntry, DeviceEntry, InterfaceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { elementFinder, measuresDevices } from './element-finder.ts';
import { matchCalled } from './names/match-called.ts';
import type { ManagedBy } from './names/managed-by.ts';

const customer = { id: 1, clientId: 'acme', name: 'Acme', profile: '', recipientId: 1 };
const device = (id: number, part: Partial<DeviceEntry> = {}): [number, DeviceEntry] => [
  id,
  {
    id,
    customer: 1,
    site: 5,
    active: true,
    name: `edge-${String(id)}`,
    address: `10.0.0.${String(id)}`,
    vendor: '',
    model: '',
    snmp: undefined,
    exporters: [],
    interfaces: [id * 10],
    ...part,
  },
];
const port = (id: number, of: number): [number, InterfaceEntry] => [
  id,
  {
    id,
    customer: 1,
    site: 5,
    device: of,
    active: true,
    name: 'GigabitEthernet1',
    alias: '',
    index: null,
    bandwidthInBps: null,
    bandwidthOutBps: null,
  },
];
const tunnel = (id: number, of: number): [number, ComponentEntry] => [
  id,
  {
    id,
    customer: 1,
    site: 5,
    device: of,
    active: true,
    name: 't',
    key: 't',
    kind: 'tunnel',
    scope: 'vmanage',
    fields: {},
  },
];
/** Devices 1 and 2 have tunnels, device 2 is polled. */
const inventory: Inventory = {
  customers: new Map([
    [1, customer],
    [2, { ...customer, id: 2, clientId: 'globex', recipientId: 7 }],
  ]),
  sites: new Map(),
  devices: new Map([device(1), device(2, { snmp: {} as DeviceEntry['snmp'] }), device(3)]),
  interfaces: new Map([port(10, 1), port(20, 2), port(30, 3)]),
  components: new Map([tunnel(100, 1), tunnel(200, 2)]),
  exporters: new Map(),
};
const manager = { kind: 'vmanage', customer: 1, recipientId: 1 } as const;

const finderOf = (by: ManagedBy, list: Parameters<typeof matchCalled>[0] = []) =>
  elementFinder(inventory, by, matchCalled(list, inventory, by));

describe('a sample of an SD-WAN manager', () => {
  const find = finderOf(manager);
  const at = (kind: 'device' | 'interface' | 'tunnel' | 'site', of: string, key = '') =>
    find({ kind, tenant: '', device: of, key })?.id;

  it('belongs to a tunnel of any device, and to devices and interfaces that no agent is polled of', () => {
    expect([at('tunnel', 'edge-1', 't'), at('tunnel', '10.0.0.2', 't')]).toEqual([100, 200]);
    expect([at('device', 'EDGE-1'), at('site', '10.0.0.1')]).toEqual([1, 5]);
    expect(at('interface', 'edge-1', 'GigabitEthernet1')).toBe(10);
    expect(at('interface', 'edge-1', 'gigabitethernet1')).toBe(10);
    expect([at('device', 'edge-2'), at('interface', 'edge-2', 'GigabitEthernet1')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(at('device', 'edge-3')).toBeUndefined();
    expect(measuresDevices(inventory, manager)).toBe(true);
    expect(measuresDevices(inventory, { ...manager, kind: 'nuage' })).toBe(false);
  });

  it('belongs to a device that the inventory calls otherwise, by its name at the manager', () => {
    const list = [{ tenant: '', name: 'vedge-paris', address: '10.0.0.1', element: null }];
    const called = finderOf(manager, list);
    const sample = { kind: 'tunnel', tenant: '', device: 'VEDGE-Paris', key: 't' } as const;
    expect(called(sample)?.id).toBe(100);
    expect(called({ ...sample, kind: 'interface', key: 'GigabitEthernet1' })?.id).toBe(10);
    expect(find(sample)).toBeUndefined();
  });

  it('of a tenant belongs to the customer of the sub-network with its client id', () => {
    const ofTenants = (recipientId: number) => finderOf({ ...manager, customer: null, recipientId });
    const sample = { kind: 'device', tenant: 'ACME', device: 'edge-1', key: '' } as const;
    expect(ofTenants(1)(sample)?.id).toBe(1);
    expect(ofTenants(7)(sample)).toBeUndefined();
    expect(ofTenants(1)({ ...sample, tenant: 'other' })).toBeUndefined();
  });
});
