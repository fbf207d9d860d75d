import type { NetworkFileInput } from '#schemas/inventory/network-file.ts';
import type { ComponentValues } from '../component-values.ts';
import type { FleetDevice } from '../model.ts';
import { fleetClassKey, qosClasses } from '../qos-classes.ts';
import { columnsOf, ENTERPRISES, octets, integerValue, type Entry, type Read } from './mib-object.ts';

const ENTITY = [1, 3, 6, 1, 2, 1, 47, 1, 1, 1, 1];
const SENSOR = [1, 3, 6, 1, 2, 1, 99, 1, 1, 1];
const PEER = [1, 3, 6, 1, 2, 1, 15, 3, 1];
const HEALTH_CHECK = [...ENTERPRISES, 12356, 101, 4, 9, 2, 1];
/** entPhysicalIndex behind chassis and module. */
const INLET = 3;
const INLET_NAME = 'Inlet temperature';
const CHECK_NAME = 'Internet';
const RTTMON = [...ENTERPRISES, 9, 9, 42, 1, 2];
/** Number of the IP SLA probe to the customer's first device. */
const PROBE = 10;
/** One of this many devices has sensors, sessions and classes in the inventory. */
const EVERY = 4;

type SiteInput = NonNullable<NetworkFileInput['customers'][number]['sites']>[number];
type Components = NonNullable<NonNullable<SiteInput['devices']>[number]['components']>;

const isShown = ({ index }: FleetDevice): boolean => index % EVERY === 0;

/** The provider's router at the other end of the access line. */
const neighbour = ({ index }: FleetDevice): readonly number[] => [100, 64, (index >> 8) & 63, index & 255];

/** The classes of the policies on the access lines, under the names that devices give them. */
const shownClasses = ({ ports }: FleetDevice): Components =>
  ports
    .filter(({ role }) => role === 'access')
    .flatMap(({ name: port }) =>
      qosClasses.map(({ name }) => ({
        kind: 'class' as const,
        name: `${port} ${name}`,
        key: fleetClassKey(port, name),
      })),
    );

const shownProbes = ({ address, hub }: FleetDevice): Components =>
  address === hub ? [] : [{ kind: 'probe', name: 'IP SLA headquarters', key: String(PROBE) }];

/** Sensors, BGP peers, probes, classes of service and health checks of a few devices. */
export function shownComponents(device: FleetDevice): Components {
  if (!isShown(device)) return [];
  if (device.vendor === 'Cisco') {
    const peer = neighbour(device).join('.');
    return [
      { kind: 'sensor', name: INLET_NAME },
      { kind: 'peer', name: `BGP ${peer}`, key: peer },
      ...shownProbes(device),
      ...shownClasses(device),
    ];
  }
  if (device.vendor !== 'Fortinet') return [];
  return [{ kind: 'tunnel', name: `${CHECK_NAME} / ${device.ports[0]?.name ?? ''}` }];
}

/** A sensor in tenths of a degree. */
const inletObjects = ({ inletTenths }: ComponentValues): readonly Entry[] => [
  ...columnsOf(ENTITY, [INLET], {
    4: integerValue('integer', 1),
    5: integerValue('integer', 8),
    7: octets(INLET_NAME),
  }),
  ...columnsOf(SENSOR, [INLET], {
    1: integerValue('integer', 8),
    2: integerValue('integer', 9),
    3: integerValue('integer', 1),
    4: (t) => ({ type: 'integer', value: inletTenths(t) }),
    5: integerValue('integer', 1),
  }),
];

/** A session over the access line, from the start of the device. */
function peerObjects(device: FleetDevice, { isUp, sessionS, updates }: ComponentValues): readonly Entry[] {
  const counted =
    (direction: 'in' | 'out'): Read =>
    (t) => ({ type: 'counter32', value: updates(direction, t) });
  return columnsOf(PEER, neighbour(device), {
    2: (t) => ({ type: 'integer', value: isUp(t) ? 6 : 3 }),
    3: integerValue('integer', 2),
    9: integerValue('integer', 64_500),
    10: counted('in'),
    11: counted('out'),
    15: () => ({ type: 'counter32', value: 1 }),
    16: (t) => ({ type: 'gauge32', value: sessionS(t) }),
  });
}

/** An echo to the customer's first device, in milliseconds. It finds no response while the access line is down. */
function probeObjects(device: FleetDevice, { isUp, probeMs }: ComponentValues): readonly Entry[] {
  if (device.address === device.hub) return [];
  const [admin, operation, latest] = [
    [...RTTMON, 2, 1],
    [...RTTMON, 9, 1],
    [...RTTMON, 10, 1],
  ] as const;
  return [
    ...columnsOf([...RTTMON, 1, 1], [PROBE], { 4: integerValue('integer', 1) }),
    ...columnsOf(admin, [PROBE], { 2: octets(device.hub), 37: integerValue('integer', 1) }),
    ...columnsOf(operation, [PROBE], { 10: integerValue('integer', 6) }),
    ...columnsOf(latest, [PROBE], {
      1: (t) => ({ type: 'gauge32', value: probeMs(t) ?? 0 }),
      2: (t) => ({ type: 'integer', value: isUp(t) ? 1 : 4 }),
    }),
  ];
}

/** A health check over the access line, in decimals as FortiOS writes them. */
function checkObjects({ ports }: FleetDevice, { isUp, check }: ComponentValues): readonly Entry[] {
  const decimal =
    (value: (t: number) => number): Read =>
    (t) => ({ type: 'octets', value: value(t).toFixed(3) });
  return columnsOf(HEALTH_CHECK, [1], {
    2: octets(CHECK_NAME),
    3: integerValue('gauge32', 1),
    4: (t) => ({ type: 'integer', value: isUp(t) ? 0 : 1 }),
    5: decimal((t) => check(t)?.latencyMs ?? 0),
    6: decimal((t) => check(t)?.jitterMs ?? 0),
    9: decimal((t) => (isUp(t) ? 0 : 100)),
    10: octets('root'),
    14: octets(ports[0]?.name ?? ''),
  });
}

/** Objects of the shown components: an inlet sensor, a BGP session and a probe of a Cisco, a health check of a FortiGate. */
export function componentObjects(device: FleetDevice, values: ComponentValues): readonly Entry[] {
  if (!isShown(device)) return [];
  if (device.vendor === 'Cisco')
    return [...inletObjects(values), ...peerObjects(device, values), ...probeObjects(device, values)];
  return device.vendor === 'Fortinet' ? checkObjects(device, values) : [];
}
