import type { NetworkFileInput } from '#schemas/inventory/network-file.ts';
import type { DeviceCounters } from '../counters.ts';
import type { DeviceHealth } from '../health.ts';
import type { FleetDevice } from '../model.ts';
import { fleetClassKey, qosClasses } from '../qos-classes.ts';
import { unitAt } from '../random.ts';
import { columnsOf, ENTERPRISES, octets, whole } from './mib-object.ts';
import type { Entry, Read } from './mib-object.ts';

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
const PLACE = { room: 81, latency: 82, noise: 83, probe: 84 } as const;
const DAY_S = 86_400;

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

interface Simulated {
  readonly device: FleetDevice;
  readonly counters: DeviceCounters;
  readonly health: DeviceHealth;
}

/** A sensor in tenths of a degree: the room by day and night, and what the processor adds. */
function inletObjects({ device, health }: Simulated): readonly Entry[] {
  const room = 21 + 4 * unitAt(device.index, PLACE.room);
  const tenths: Read = (t) => ({
    type: 'integer',
    value: Math.round(10 * (room + 2 * Math.sin((2 * Math.PI * t) / DAY_S) + health.cpuPercent(t) / 8)),
  });
  return [
    ...columnsOf(ENTITY, [INLET], {
      4: whole('integer', 1),
      5: whole('integer', 8),
      7: octets(INLET_NAME),
    }),
    ...columnsOf(SENSOR, [INLET], {
      1: whole('integer', 8),
      2: whole('integer', 9),
      3: whole('integer', 1),
      4: tenths,
      5: whole('integer', 1),
    }),
  ];
}

/** A session over the access line, from the start of the device. */
function peerObjects({ device, counters }: Simulated): readonly Entry[] {
  const access = counters.ports.get(device.ports[0]?.index ?? 0);
  const running = (t: number): number => Math.max(0, Math.floor(t - counters.startedAt(t)));
  const every =
    (seconds: number): Read =>
    (t) => ({ type: 'counter32', value: Math.floor(running(t) / seconds) });
  return columnsOf(PEER, neighbour(device), {
    2: (t) => ({ type: 'integer', value: access?.operUp(t) === false ? 3 : 6 }),
    3: whole('integer', 2),
    9: whole('integer', 64_500),
    10: every(7),
    11: every(90),
    15: () => ({ type: 'counter32', value: 1 }),
    16: (t) => ({ type: 'gauge32', value: running(t) }),
  });
}

/** An echo to the customer's first device, in milliseconds. It finds no answer while the access line is down. */
function probeObjects({ device, counters }: Simulated): readonly Entry[] {
  if (device.address === device.hub) return [];
  const access = counters.ports.get(device.ports[0]?.index ?? 0);
  const isUp = (t: number): boolean => access?.operUp(t) !== false;
  const base = 6 + 40 * unitAt(device.index, PLACE.probe);
  const [admin, operation, latest] = [
    [...RTTMON, 2, 1],
    [...RTTMON, 9, 1],
    [...RTTMON, 10, 1],
  ] as const;
  return [
    ...columnsOf([...RTTMON, 1, 1], [PROBE], { 4: whole('integer', 1) }),
    ...columnsOf(admin, [PROBE], { 2: octets(device.hub), 37: whole('integer', 1) }),
    ...columnsOf(operation, [PROBE], { 10: whole('integer', 6) }),
    ...columnsOf(latest, [PROBE], {
      1: (t) => ({
        type: 'gauge32',
        value: isUp(t) ? Math.round(base + 8 * unitAt(device.index, PLACE.probe, Math.floor(t / 60))) : 0,
      }),
      2: (t) => ({ type: 'integer', value: isUp(t) ? 1 : 4 }),
    }),
  ];
}

/** A health check over the access line, in decimals as FortiOS writes them. */
function checkObjects({ device, counters }: Simulated): readonly Entry[] {
  const [port] = device.ports;
  const access = counters.ports.get(port?.index ?? 0);
  const base = 8 + 20 * unitAt(device.index, PLACE.latency);
  const noise = (t: number): number => unitAt(device.index, PLACE.noise, Math.floor(t / 60));
  const isUp = (t: number): boolean => access?.operUp(t) !== false;
  const decimal =
    (value: (t: number) => number): Read =>
    (t) => ({ type: 'octets', value: value(t).toFixed(3) });
  return columnsOf(HEALTH_CHECK, [1], {
    2: octets(CHECK_NAME),
    3: whole('gauge32', 1),
    4: (t) => ({ type: 'integer', value: isUp(t) ? 0 : 1 }),
    5: decimal((t) => (isUp(t) ? base + 3 * noise(t) : 0)),
    6: decimal((t) => (isUp(t) ? noise(t) : 0)),
    9: decimal((t) => (isUp(t) ? 0 : 100)),
    10: octets('root'),
    14: octets(port?.name ?? ''),
  });
}

/** Objects of the shown components: an inlet sensor, a BGP session and a probe of a Cisco, a health check of a FortiGate. */
export function componentObjects(simulated: Simulated): readonly Entry[] {
  const { device } = simulated;
  if (!isShown(device)) return [];
  if (device.vendor === 'Cisco')
    return [...inletObjects(simulated), ...peerObjects(simulated), ...probeObjects(simulated)];
  return device.vendor === 'Fortinet' ? checkObjects(simulated) : [];
}
