import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '#platform/inventory/snmp-access.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { buildFleet } from '#demo/fleet.ts';
import { networkOf } from '#demo/network.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { atNight } from '#tests/gate/at-night.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

const fileWith = (
  change: { bandwidth?: number; exporter?: string; thresholds?: object[] } = {},
): NetworkFile =>
  NetworkFile.parse({
    customers: [
      {
        clientId: 'acme',
        name: 'Acme',
        profile: 'Premium',
        sites: [
          {
            name: 'Paris',
            latitude: 48.85,
            longitude: 2.35,
            networks: ['10.1.0.0/16'],
            devices: [
              {
                name: 'edge-1',
                address: '192.0.2.1',
                vendor: 'Cisco',
                snmp: { community: 'public' },
                exporters: [change.exporter ?? '192.0.2.1'],
                interfaces: [
                  { name: 'Gi0/0', bandwidthInBps: change.bandwidth ?? 100_000_000 },
                  { name: 'Gi0/1' },
                ],
              },
            ],
          },
        ],
      },
    ],
    cockpits: [
      {
        name: 'Access',
        alarms: [
          {
            label: 'Busy',
            kpi: 'itf_in_util',
            threshold: 80,
            severity: 'major',
            thresholds: change.thresholds ?? [],
          },
        ],
      },
    ],
  });

const differenceOf = async (file: NetworkFile, dryRun = false) => {
  const done = await importNetwork({ db: stack.db, secrets: testSecrets }, file, { dryRun });
  if (!done.ok) throw new Error(done.faults[0]?.code);
  return done.difference;
};

describe('the import of a network file', () => {
  it('as a dry run shows its additions, and adds nothing', async () => {
    const { counts, changes } = await differenceOf(fileWith(), true);
    expect(counts).toMatchObject({ customer: { added: 1 }, interface: { added: 2 }, alarm: { added: 1 } });
    expect(changes.map(({ name }) => name)).toContain('acme / Paris / edge-1 / Gi0/0');
    expect((await loadInventory(stack.db)).customers.size).toBe(0);
  });

  it('adds everything, with its relations', async () => {
    await differenceOf(fileWith());
    const { devices, exporters, interfaces, customers } = await loadInventory(stack.db);
    const device = devices.get(exporters.get('192.0.2.1')!)!;
    expect(openAccess(device.snmp!, testSecrets)).toEqual({
      version: 'v2c',
      port: 161,
      community: 'public',
    });
    expect(JSON.stringify(device)).not.toContain('public');
    expect(device).toMatchObject({
      name: 'edge-1',
    });
    expect(device.interfaces.map((id) => interfaces.get(id)!.bandwidthInBps)).toEqual([100_000_000, null]);
    expect(customers.get(device.customer)).toMatchObject({ clientId: 'acme', profile: 'Premium' });
    expect(await loadAlarms(stack.db)).toHaveLength(1);
  });

  it('of the same file again changes nothing', async () => {
    const { counts, changes } = await differenceOf(fileWith());
    expect(changes).toEqual([]);
    expect(counts.interface).toEqual({ added: 0, changed: 0, unchanged: 2 });
  });

  it('updates differing objects and keeps their ids', async () => {
    const before = await loadInventory(stack.db);
    const { changes } = await differenceOf(fileWith({ bandwidth: 50_000_000 }));
    expect(changes).toEqual([
      {
        kind: 'interface',
        change: 'changed',
        name: 'acme / Paris / edge-1 / Gi0/0',
        fields: ['bandwidth_in_bps'],
      },
    ]);
    expect([...(await loadInventory(stack.db)).interfaces.keys()]).toEqual([...before.interfaces.keys()]);
  });

  it('sets thresholds of customers and interfaces', async () => {
    const place = { customer: 'acme', site: 'Paris', device: 'edge-1', interface: 'Gi0/0' };
    const thresholds = [
      { customer: 'acme', value: 70 },
      { ...place, value: 90 },
    ];
    await differenceOf(fileWith({ thresholds }));
    const [alarm] = await loadAlarms(stack.db);
    expect([...alarm!.byCustomer.values(), ...alarm!.byElement.values()]).toEqual([70, 90]);
  });

  it('imports classes, probes and tunnels of a device as elements, and accepts thresholds for them', async () => {
    const withComponents = (thresholds: object[] = []): NetworkFile => {
      const file = structuredClone(fileWith({ thresholds }));
      const [device] = file.customers[0]!.sites[0]!.devices;
      device!.components = [
        { kind: 'class', name: 'Voice', key: 'Gi0/0 / out / WAN / VOICE', source: 'snmp' },
        { kind: 'probe', name: 'To Lyon', key: '10', source: 'ipsla' },
        { kind: 'tunnel', name: 'Gi0/0', key: 'mpls to hub', source: 'vmanage' },
        { kind: 'collector', name: 'Export', key: '192.0.2.1', source: 'flow' },
      ];
      return file;
    };
    const { counts } = await differenceOf(withComponents());
    expect([counts.class.added, counts.probe.added, counts.tunnel.added, counts.collector.added]).toEqual([
      1, 1, 1, 1,
    ]);
    const { components, devices } = await loadInventory(stack.db);
    const known = [...components!.values()];
    expect(known.map(({ kind, scope, key }) => [kind, scope, key].join(', ')).toSorted()).toEqual([
      'class, snmp, Gi0/0 / out / WAN / VOICE',
      'collector, flow, 192.0.2.1',
      'probe, ipsla, 10',
      'tunnel, vmanage, mpls to hub',
    ]);
    expect(known.every(({ device, site }) => devices.get(device)!.site === site)).toBe(true);
    const place = { customer: 'acme', site: 'Paris', device: 'edge-1' };
    const thresholds = [
      { ...place, component: 'To Lyon', value: 3 },
      { ...place, interface: 'Gi0/0', value: 4 },
    ];
    expect((await differenceOf(withComponents(thresholds))).counts.probe.unchanged).toBe(1);
    const [alarm] = await loadAlarms(stack.db);
    const ofKind = (expected: string) => known.find(({ kind }) => kind === expected)!.id;
    expect(alarm!.byElement.get(ofKind('probe'))).toBe(3);
    // The tunnel has the name of an interface: the interface was meant.
    expect(alarm!.byElement.has(ofKind('tunnel'))).toBe(false);
    const renamed = withComponents();
    renamed.customers[0]!.sites[0]!.devices[0]!.components[1]!.name = 'Another name';
    expect(await importNetwork({ db: stack.db, secrets: testSecrets }, renamed)).toEqual({
      ok: false,
      faults: [
        {
          path: ['customers', 0, 'sites', 0, 'devices', 0, 'components', 1, 'name'],
          code: 'NETWORK_COMPONENT_RENAMED',
          params: { kind: 'probe', name: 'To Lyon' },
        },
      ],
    });
  });

  it('is rejected in full when an exporter belongs to another device, naming both', async () => {
    const file = fileWith();
    const site = file.customers[0]!.sites[0]!;
    const other = {
      ...site,
      name: 'Lyon',
      devices: [{ ...site.devices[0]!, name: 'edge-2', address: '192.0.2.2' }],
    };
    const done = await importNetwork(
      { db: stack.db, secrets: testSecrets },
      { ...file, customers: [{ ...file.customers[0]!, sites: [other] }] },
    );
    expect(done).toEqual({
      ok: false,
      faults: [
        {
          path: ['customers', 0, 'sites', 0, 'devices', 0, 'exporters', 0],
          code: 'NETWORK_EXPORTER_TAKEN',
          params: { address: '192.0.2.1', other: 'acme / edge-1' },
        },
      ],
    });
    const { sites } = await loadInventory(stack.db);
    expect([...sites.values()].map(({ name }) => name)).toEqual(['Paris']);
  });

  it('is rejected when a threshold names an unknown element', async () => {
    const thresholds = [{ customer: 'unknown', value: 1 }];
    const done = await importNetwork({ db: stack.db, secrets: testSecrets }, fileWith({ thresholds }));
    expect(done.ok ? [] : done.faults.map(({ path }) => path.join('.'))).toEqual([
      'cockpits.0.alarms.0.thresholds.0',
    ]);
  });

  atNight('imports the whole demonstration network beside existing objects', async () => {
    const fleet = buildFleet({ customers: 14, sites: 200, seed: 2611 });
    const { counts } = await differenceOf(networkOf(fleet, 1161));
    expect(counts.site).toEqual({ added: 200, changed: 0, unchanged: 0 });
    expect((await loadInventory(stack.db)).sites.size).toBe(201);
  });
});
