import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ManagedDevice } from '#platform/sdwan/sdwan-client.ts';
import type { ComponentEntry, DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { matchCalled, rememberDevices, rememberedElement, type CalledDevice } from './match-called.ts';
import { unplacedOf } from './unplaced.ts';

const customer = (id: number, clientId: string) => ({
  id,
  clientId,
  name: clientId,
  profile: '',
  recipientId: 1,
});
type Own = readonly [id: number, name: string, address: string, part?: Partial<DeviceEntry>];

function inventoryOf(own: readonly Own[], tunnelled: readonly number[] = []): Inventory {
  const devices = own.map(([id, name, address, part = {}]): [number, DeviceEntry] => [
    id,
    {
      id,
      name,
      address,
      customer: 1,
      site: 5,
      active: true,
      vendor: '',
      model: '',
      snmp: undefined,
      exporters: [],
      interfaces: [],
      ...part,
    },
  ]);
  const components = tunnelled.map((device): [number, ComponentEntry] => [
    device * 100,
    {
      id: device * 100,
      customer: 1,
      site: 5,
      device,
      active: true,
      name: 't',
      key: 't',
      kind: 'tunnel',
      scope: 'vmanage',
      fields: {},
    },
  ]);
  return {
    customers: new Map([1, 2].map((id) => [id, customer(id, id === 1 ? 'acme' : 'zeta')])),
    sites: new Map(),
    interfaces: new Map(),
    exporters: new Map(),
    devices: new Map(devices),
    components: new Map(components),
  };
}

const manager = { kind: 'vmanage', customer: 1, recipientId: 1 } as const;
const called = (name: string, address = '', element: number | null = null, tenant = ''): CalledDevice => ({
  tenant,
  name,
  address,
  element,
});
/** Ids that labels lead to. */
const found = (own: readonly Own[], list: readonly CalledDevice[], ...labels: string[]) => {
  const { find } = matchCalled(list, inventoryOf(own), manager);
  return labels.map((label) => find('', label)?.id);
};

describe('what a manager calls its devices', () => {
  it.each<[string, Own[], CalledDevice[], Record<string, number | undefined>]>([
    ['is the inventory’s name', [[1, 'paris', '10.0.0.1']], [called('PARIS', '9.9.9.9')], { paris: 1 }],
    [
      'leads by its address to a device of another name, under both',
      [[1, 'paris', '10.0.0.1']],
      [called('vedge-1', '10.0.0.1')],
      { 'vedge-1': 1, 'VEDGE-1': 1, '10.0.0.1': 1, paris: 1 },
    ],
    [
      'leads by its name to a device of another address, under both',
      [[1, 'paris', '10.0.0.1']],
      [called('paris', '172.16.0.1')],
      { '172.16.0.1': 1, paris: 1 },
    ],
    [
      'is less than the name that another device has in the inventory',
      [[1, 'lyon', '10.0.0.2']],
      [called('lyon', '10.0.0.1'), called('paris', '10.0.0.2')],
      { lyon: 1, '10.0.0.1': 1, paris: undefined, '10.0.0.2': undefined },
    ],
    [
      'may be exchanged between two devices, which stay what they are',
      [
        [1, 'a', '10.0.0.1'],
        [2, 'b', '10.0.0.2'],
      ],
      [called('y', '10.0.0.1'), called('x', '10.0.0.2')],
      { x: 2, y: 1 },
    ],
    [
      'stays with a device that the inventory has renamed',
      [[1, 'Paris headquarters', '192.168.0.1']],
      [called('paris', '10.0.0.1', 1)],
      { paris: 1, '10.0.0.1': 1 },
    ],
    [
      'goes to the device that the inventory now gives the name to',
      [
        [1, 'paris-old', '192.168.0.1'],
        [2, 'paris', '192.168.0.2'],
      ],
      [called('paris', '10.0.0.1', 1)],
      { paris: 2 },
    ],
    ['of a device that was deleted is nothing', [], [called('paris', '10.0.0.1', 1)], { paris: undefined }],
    [
      'is nothing by an address that several of its devices share',
      [[1, 'a', '203.0.113.1']],
      [called('x', '203.0.113.1'), called('y', '203.0.113.1')],
      { x: undefined, y: undefined, '203.0.113.1': undefined },
    ],
    [
      'is nothing by an address that several devices of the inventory have',
      [
        [1, 'a', '203.0.113.1'],
        [2, 'b', '203.0.113.1'],
      ],
      [called('x', '203.0.113.1')],
      { x: undefined },
    ],
    [
      'is the one of them that is collected',
      [
        [1, 'a', '203.0.113.1', { active: false }],
        [2, 'b', '203.0.113.1'],
      ],
      [called('x', '203.0.113.1')],
      { x: 2 },
    ],
    [
      'is nothing by an address that is none',
      [[1, 'a', '0.0.0.0']],
      [called('x', '0.0.0.0')],
      { x: undefined },
    ],
    [
      'is not needed where the inventory has the name or the address',
      [[1, 'paris', '10.0.0.1']],
      [],
      { paris: 1, '10.0.0.1': 1, other: undefined, '': undefined },
    ],
  ])('%s', (_, own, list, expected) => {
    expect(
      Object.fromEntries(Object.keys(expected).map((label) => [label, found(own, list, label)[0]])),
    ).toEqual(expected);
  });

  it('decides by address, tunnels and collection between devices of one name', () => {
    const own: Own[] = [
      [1, 'router', '10.0.0.1', { active: false }],
      [2, 'router', '10.0.0.2'],
      [3, 'router', '10.0.0.3'],
    ];
    const of = (address: string, tunnelled: number[] = []) =>
      matchCalled([called('router', address)], inventoryOf(own, tunnelled), manager).find('', 'router')?.id;
    expect([of('10.0.0.1'), of('10.0.0.3'), of(''), of('', [3])]).toEqual([1, 3, 2, 3]);
  });

  it('says nothing about the devices of another customer', () => {
    const own: Own[] = [
      [1, 'paris', '10.0.0.1'],
      [2, 'lyon', '10.0.0.1', { customer: 2 }],
    ];
    const several = { ...manager, customer: null };
    const list = [called('edge', '10.0.0.1', 2, 'acme'), called('edge', '10.0.0.1', 1, 'ZETA')];
    const { find } = matchCalled(list, inventoryOf(own), several);
    expect([find('acme', 'edge')?.id, find('ZETA', 'edge')?.id]).toEqual([1, 2]);
    expect([find('acme', 'lyon'), find('zeta', 'paris'), find('stranger', 'edge')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  const label = fc.constantFrom('a', 'b', 'c', 'd');
  const address = fc.constantFrom('', '1', '2', '3');
  const ownDevice = fc.record({
    name: label,
    address,
    customer: fc.constantFrom(1, 2),
    active: fc.boolean(),
  });
  const listDevice = fc.record({
    name: label,
    address,
    tenant: fc.constantFrom('acme', 'zeta', 'other'),
    element: fc.option(fc.integer({ min: 1, max: 6 })),
  });

  it('places nothing on another customer, and two of its devices on one by its name only', () => {
    fc.assert(
      fc.property(
        fc.array(ownDevice, { maxLength: 6 }),
        fc.array(listDevice, { maxLength: 6 }),
        (own, list) => {
          const inventory = inventoryOf(own.map((one, at) => [at + 1, one.name, one.address, one]));
          const match = matchCalled(list, inventory, { ...manager, customer: null });
          const holders = new Map<number, CalledDevice[]>();
          for (const one of list) {
            const known = match.knownAs(one);
            if (known === undefined) continue;
            expect(known.device.customer).toBe(match.customerOf(one.tenant));
            expect(known.by === 'name').toBe(known.device.name === one.name);
            holders.set(known.device.id, [...(holders.get(known.device.id) ?? []), one]);
          }
          for (const [id, ones] of holders)
            if (ones.length > 1)
              expect(ones.every(({ name }) => name === inventory.devices.get(id)!.name)).toBe(true);
          for (const one of own) {
            const tenant = one.customer === 1 ? 'acme' : 'zeta';
            expect(match.find(tenant, one.name)).toMatchObject({ name: one.name, customer: one.customer });
          }
        },
      ),
    );
  });
});

describe('what is remembered of a manager’s devices', () => {
  const shown = (name: string, address: string): ManagedDevice => ({
    tenant: '',
    name,
    address,
    site: '',
    model: '',
    serial: '',
    software: '',
    latitude: undefined,
    longitude: undefined,
  });
  const before = [called('x', '10.0.0.1', 1), called('y', '10.0.0.2', 2)];

  it.each<[string, ManagedDevice[], (number | null)[]]>([
    ['stays', [shown('x', '10.0.0.1'), shown('y', '10.0.0.2')], [1, 2]],
    [
      'follows the address when names are exchanged',
      [shown('y', '10.0.0.1'), shown('x', '10.0.0.2')],
      [1, 2],
    ],
    ['follows the name to another address', [shown('x', '10.0.0.9')], [1]],
    ['follows the name to no address', [shown('x', '')], [1]],
    [
      'stays with a renamed device, and not with a new one of its name',
      [shown('z', '10.0.0.1'), shown('x', '10.0.0.9')],
      [1, null],
    ],
    ['is nothing of a new device', [shown('z', '10.0.0.9')], [null]],
  ])('%s', (_, devices, elements) => {
    expect(rememberDevices(devices, before).map(({ element }) => element)).toEqual(elements);
  });

  it('is the device that has or had its name, and not one that has its address only', () => {
    const own: Own[] = [
      [1, 'paris', '10.0.0.1'],
      [2, 'Lyon headquarters', '192.168.0.2'],
      [3, 'oslo', '10.0.0.3'],
    ];
    const list = [called('paris', '10.0.0.1'), called('lyon', '10.0.0.2', 2), called('vedge', '10.0.0.3', 9)];
    const match = matchCalled(list, inventoryOf(own), manager);
    expect(list.map((one) => rememberedElement(match, one))).toEqual([1, 2, null]);
  });
});

it('devices that are measured and not in the inventory are counted once, with the first names', () => {
  const own: Own[] = [
    [1, 'paris', '10.0.0.1'],
    [2, 'off', '10.0.0.2', { active: false }],
  ];
  const list = [called('vedge-1', '10.0.0.1', null, 'acme'), called('vedge-9', '10.0.0.9', null, 'acme')];
  const match = matchCalled(list, inventoryOf(own), { ...manager, customer: null });
  const of = (device: string, tenant = 'acme') => ({ tenant, device });
  const strangers = Array.from({ length: 6 }, (_, at) => of(`edge-${String(6 - at)}`));
  expect(
    unplacedOf(
      [
        [of('vedge-1'), of('off'), of('vedge-9'), of('VEDGE-9'), of('')],
        [of('10.0.0.9'), ...strangers, of('edge', 'stranger'), of('core', 'stranger')],
      ],
      match,
    ),
  ).toEqual({
    devices: { count: 7, names: ['1', '2', '3', '4', '5'].map((at) => `edge-${at} (acme)`) },
    tenants: { count: 1, names: ['stranger'] },
  });
});
