import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { readNetworkSource } from '#server/features/inventory/import/import-source.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import { NetworkFile, type NetworkFileInput } from '#schemas/inventory/network-file.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

type Rules = NonNullable<
  NonNullable<
    NonNullable<NetworkFileInput['customers'][number]['sites']>[number]['devices']
  >[number]['attribution']
>;

const site = (name: string, devices: object[] = []) => ({ name, latitude: 0, longitude: 0, devices });

/** A provider's edge that serves two customers, one of them in another collection sub-network with the same address. */
const fileWith = (attribution: Rules, change: { readonly duplicateFlows?: boolean } = {}): NetworkFile =>
  NetworkFile.parse({
    customers: [
      {
        clientId: 'provider',
        name: 'Provider',
        sites: [
          site('POP', [
            {
              name: 'pe-1',
              address: '192.0.2.1',
              exporters: ['192.0.2.1'],
              interfaces: [{ name: 'Gi0/0' }, { name: 'Gi0/1' }],
              attribution,
              ...change,
            },
          ]),
        ],
      },
      { clientId: 'acme', name: 'Acme', sites: [site('Paris'), site('Lyon')] },
      {
        clientId: 'far',
        name: 'Far',
        recipientId: 2,
        sites: [site('Oslo', [{ name: 'edge', address: '192.0.2.1', exporters: ['192.0.2.1'] }])],
      },
    ],
  });

const imported = async (file: NetworkFile) => {
  const done = await importNetwork({ db: stack.db, secrets: testSecrets }, file);
  return done.ok ? done.difference : done.faults;
};

describe('the attribution of flows', () => {
  it('is imported from a network file by interface, VPN, VRF name and agent', async () => {
    const rules: Rules = [
      { interface: 'Gi0/1', customer: 'acme', site: 'Paris' },
      { vpn: 512, customer: 'acme', site: 'Lyon' },
      { vrf: 'ACME', customer: 'acme', site: 'Lyon' },
      { agent: '::ffff:198.51.100.7', customer: 'acme', site: 'Lyon' },
      { process: 7, customer: 'acme', site: 'Paris' },
    ];
    expect(await imported(fileWith(rules))).toMatchObject({ counts: { attribution: { added: 5 } } });
    const { collection, devices, interfaces, sites } = await loadInventory(stack.db);
    const named = collection?.rules.map((rule) => [
      devices.get(rule.device)?.name,
      interfaces.get(rule.interface ?? 0)?.name,
      rule.vpn,
      rule.vrf,
      rule.agent,
      sites.get(rule.site)?.name,
    ]);
    expect(named).toEqual([
      ['pe-1', 'Gi0/1', undefined, undefined, undefined, 'Paris'],
      ['pe-1', undefined, 512, undefined, undefined, 'Lyon'],
      ['pe-1', undefined, undefined, 'ACME', undefined, 'Lyon'],
      ['pe-1', undefined, undefined, undefined, '198.51.100.7', 'Lyon'],
      ['pe-1', undefined, undefined, undefined, '7', 'Paris'],
    ]);
  });

  it('changes with the file, and not at all when the file is the same', async () => {
    const rules: Rules = [{ vpn: 512, customer: 'acme', site: 'Paris' }];
    expect(await imported(fileWith(rules))).toMatchObject({ counts: { attribution: { changed: 1 } } });
    expect(await imported(fileWith(rules))).toMatchObject({
      counts: { attribution: { changed: 0, unchanged: 1 } },
    });
  });

  it.each([
    [{ vpn: 1, customer: 'unknown', site: 'Paris' }, 'customer', 'NETWORK_CUSTOMER_UNKNOWN'],
    [{ vpn: 1, customer: 'acme', site: 'Rome' }, 'site', 'NETWORK_SITE_UNKNOWN'],
    [{ interface: 'Gi9/9', customer: 'acme', site: 'Paris' }, 'interface', 'NETWORK_INTERFACE_UNKNOWN'],
  ] as const)('is rejected with an unknown name: %o', async (rule, cell, code) => {
    const path = ['customers', 0, 'sites', 0, 'devices', 0, 'attribution', 0, cell];
    expect(await imported(fileWith([rule]))).toMatchObject([{ path, code }]);
  });

  it('is rejected with the line of a rule without interface, VPN, VRF or agent, or of a repeated one', () => {
    const text = [
      'customers:',
      '  - clientId: c',
      '    name: C',
      '    sites:',
      '      - name: S',
      '        latitude: 0',
      '        longitude: 0',
      '        devices:',
      '          - name: d',
      '            address: 192.0.2.9',
      '            attribution:',
      '              - { customer: c, site: S }',
      '              - { vpn: 5, customer: c, site: S }',
      '              - { vpn: 5, customer: c, site: S }',
    ].join('\n');
    const read = readNetworkSource(text);
    expect(read.ok ? [] : read.faults.map(({ line, code }) => [line, code])).toEqual([
      [12, 'NETWORK_RULE_INVALID'],
      [14, 'NETWORK_ENTRY_REPEATED'],
    ]);
  });
});

describe('a collection sub-network', () => {
  it('has its own exporters: two customers may use one address in two of them', async () => {
    await imported(fileWith([]));
    const { collection, devices } = await loadInventory(stack.db);
    const ofNetwork = (network: number) =>
      devices.get(collection?.networks.get(network)?.get('192.0.2.1') ?? 0)?.name;
    expect([ofNetwork(1), ofNetwork(2), ofNetwork(3)]).toEqual(['pe-1', 'edge', undefined]);
  });

  it('accepts an address once', async () => {
    const file = NetworkFile.parse({
      customers: [
        {
          clientId: 'near',
          name: 'Near',
          sites: [site('Nice', [{ name: 'x', address: '192.0.2.1', exporters: ['192.0.2.1'] }])],
        },
      ],
    });
    expect(await imported(file)).toMatchObject([
      { code: 'NETWORK_EXPORTER_TAKEN', params: { address: '192.0.2.1', other: 'provider / pe-1' } },
    ]);
  });
});

describe('a device whose flows another exporter of its site reports', () => {
  it('is marked as duplicating after the import', async () => {
    expect(await imported(fileWith([], { duplicateFlows: true }))).toMatchObject({
      counts: { device: { changed: 1 } },
    });
    const { collection, devices } = await loadInventory(stack.db);
    expect([...(collection?.repeating ?? [])].map((id) => devices.get(id)?.name)).toEqual(['pe-1']);
  });
});
