import { describe, expect, it } from 'vitest';
import { VOLUME_STEP_MS, type ManagedVolume } from '#platform/sdwan/managed-volume.ts';
import { deviceApplicationOf } from '#schemas/application/device-application.ts';
import type { ComponentEntry, DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { matchCalled, type CalledDevice } from './names/match-called.ts';
import {
  measuresApplications,
  namedApplication,
  newVolumes,
  placeVolumes,
  publishedUntil,
  volumeFlow,
} from './volume-flows.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const volume = (device: string, atMs = NOW - VOLUME_STEP_MS, tenant = ''): ManagedVolume => ({
  tenant,
  device,
  application: 'SAP',
  family: 'business',
  atMs,
  bytes: 1_500.4,
  packets: 3,
});
const device = (id: number, name: string, exporters: readonly string[] = []): [number, DeviceEntry] => [
  id,
  {
    id,
    customer: 1,
    name,
    address: `10.0.0.${String(id)}`,
    active: true,
    site: 100,
    vendor: '',
    model: '',
    snmp: undefined,
    exporters,
    interfaces: [],
  },
];
const tunnel = (
  id: number,
  of: number,
  scope: ComponentEntry['scope'] = 'vmanage',
): [number, ComponentEntry] => [
  id,
  {
    id,
    customer: 1,
    name: 't',
    active: true,
    site: 100,
    device: of,
    kind: 'tunnel',
    scope,
    key: 't',
    fields: {},
  },
];
const site = {
  id: 100,
  customer: 1,
  name: 's',
  active: true,
  city: '',
  country: '',
  latitude: 0,
  longitude: 0,
};
/** The first exports nothing, the second flows, the third has no tunnel. */
const inventory = {
  customers: new Map(),
  sites: new Map([[100, { ...site, networks: [] }]]),
  devices: new Map([device(1, 'edge'), device(2, 'exporter', ['10.0.0.2']), device(3, 'other')]),
  interfaces: new Map(),
  components: new Map([tunnel(11, 1), tunnel(12, 2)]),
  exporters: new Map(),
} as unknown as Inventory;
const manager = { kind: 'vmanage', customer: 1, recipientId: 1 } as const;

const placed = (volumes: readonly ManagedVolume[], list: readonly CalledDevice[] = []) =>
  placeVolumes(volumes, inventory, { manager, match: matchCalled(list, inventory, manager) });

describe('the volumes of applications', () => {
  it('count for devices with a tunnel of the manager that export no flows, by name or address', () => {
    const read = [
      volume('EDGE'),
      volume('10.0.0.1'),
      volume('exporter'),
      volume('other'),
      volume('stranger'),
    ];
    expect(placed(read).map((one) => one.device.id)).toEqual([1, 1]);
    // The manager calls the first device a stranger, at an address that the inventory does not have.
    const list = [{ tenant: '', name: 'stranger', address: '172.16.0.9', element: 1 }];
    expect(placed([volume('Stranger'), volume('172.16.0.9')], list).map((one) => one.device.id)).toEqual([
      1, 1,
    ]);
    expect(measuresApplications(inventory, manager)).toBe(true);
    expect(measuresApplications(inventory, { ...manager, kind: 'nuage' })).toBe(false);
    expect(measuresApplications(inventory, { ...manager, customer: 2 })).toBe(false);
  });

  it('that no device carries are left out', () => {
    const lies = [-1, 1e30, Number.NaN].map((bytes) => ({ ...volume('edge'), bytes }));
    expect(placed(lies)).toEqual([]);
  });

  it('are published once: behind the last of their device, and of a new one from now on', () => {
    const placedAt = (...times: number[]) => placed(times.map((atMs) => volume('edge', atMs)));
    const until = new Map<number, number>();
    const published = (...times: number[]) => {
      const fresh = newVolumes(placedAt(...times), until, NOW);
      for (const [id, untilMs] of publishedUntil(fresh)) until.set(id, untilMs);
      return fresh.map(({ volume: { atMs } }) => atMs - NOW);
    };
    expect(published(NOW - VOLUME_STEP_MS, NOW)).toEqual([0]);
    expect(published(NOW, NOW + VOLUME_STEP_MS, NOW + VOLUME_STEP_MS)).toEqual([
      VOLUME_STEP_MS,
      VOLUME_STEP_MS,
    ]);
    expect(published(NOW, NOW + VOLUME_STEP_MS)).toEqual([]);
  });

  it('are flows of the device that end now, under a number that follows from the name', () => {
    const [first] = placed([volume('edge')]);
    const row = volumeFlow(first!, 'vmanage', NOW);
    expect(row).toMatchObject({ customer: 1, site: 100, exporter: 1, source_site: 100, last: NOW });
    expect([row.bytes, row.packets, row.duplicate]).toEqual([1_500n, 3n, 0]);
    const codec = codecOf(flows);
    expect(codec.decode(codec.encode([row]))).toEqual([row]);
    const number = namedApplication('vmanage', 'SAP');
    expect([number, Number(row.application)]).toEqual([namedApplication('vmanage', 'sap'), number]);
    expect(Number.isSafeInteger(number)).toBe(true);
    expect(deviceApplicationOf(number)).toMatchObject({ engine: 20, enterprise: 9 });
  });
});
