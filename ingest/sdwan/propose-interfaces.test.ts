import { expect, it } from 'vitest';
import type { ManagedInterface } from '#platform/sdwan/sdwan-client.ts';
import type { DeviceEntry, InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { proposeInterfaces, saidOf } from './propose-interfaces.ts';

const shown = (name: string, changed: Partial<ManagedInterface> = {}): ManagedInterface => ({
  tenant: '',
  device: 'edge',
  name,
  description: 'WAN',
  speedBps: 1_000_000_000,
  fields: { address: '192.0.2.1/30', color: 'mpls' },
  ...changed,
});
const stored = (
  id: number,
  name: string,
  fields?: InterfaceEntry['fields'],
  alias = 'WAN',
): InterfaceEntry => ({
  id,
  customer: 1,
  name,
  active: true,
  site: 2,
  device: 3,
  alias,
  index: null,
  bandwidthInBps: null,
  bandwidthOutBps: null,
  ...(fields !== undefined && { fields }),
});
const edge = (interfaces: readonly number[], snmp?: unknown) =>
  ({
    id: 3,
    customer: 1,
    name: 'edge',
    active: true,
    site: 2,
    address: '192.0.2.9',
    interfaces,
    snmp,
  }) as unknown as DeviceEntry;

const proposed = (
  ports: readonly ManagedInterface[],
  known: readonly InterfaceEntry[],
  device: DeviceEntry | undefined,
) =>
  proposeInterfaces(
    { interfaces: new Map(known.map((one) => [one.id, one])) },
    { interfaces: ports, placeOf: () => ({ customer: 1, device }) },
  ).map(({ change, name, element, content }) => [change, name, element, content.description]);

const same = saidOf(shown('wan1'));

it.each([
  [
    'one of a device that is not in the inventory yet',
    [shown('wan1')],
    [],
    undefined,
    [['added', 'wan1', null, 'WAN']],
  ],
  ['one that the inventory lacks', [shown('wan1')], [], edge([]), [['added', 'wan1', null, 'WAN']]],
  [
    'none that is known by this name in another case',
    [shown('WAN1')],
    [stored(7, 'wan1', same)],
    edge([7]),
    [],
  ],
  ['none inside of the router', [shown('Null0'), shown('system')], [], edge([]), []],
  [
    'one with another address',
    [shown('wan1', { fields: { address: '192.0.2.5/30', color: 'mpls' } })],
    [stored(7, 'wan1', same)],
    edge([7]),
    [['changed', 'wan1', 7, 'WAN']],
  ],
  [
    'one with another description',
    [shown('wan1', { description: 'LTE' })],
    [stored(7, 'wan1', same)],
    edge([7]),
    [['changed', 'wan1', 7, 'LTE']],
  ],
  [
    'what a manager says first',
    [shown('wan1')],
    [stored(7, 'wan1')],
    edge([7]),
    [['changed', 'wan1', 7, 'WAN']],
  ],
  [
    'nothing that an agent of the device knows better',
    [shown('wan1')],
    [stored(7, 'wan1')],
    edge([7], {}),
    [],
  ],
  [
    'one that is gone, and came from a manager',
    [shown('wan1')],
    [stored(7, 'wan1', same), stored(8, 'wan2', same), stored(9, 'lan')],
    edge([7, 8, 9]),
    [['vanished', 'wan2', 8, '']],
  ],
  ['none of a device that shows no interface', [], [stored(8, 'wan2', same)], edge([8]), []],
] as const)('%s is proposed', (_, ports, known, device, drafts) => {
  expect(proposed(ports, known, device)).toEqual(drafts);
});
