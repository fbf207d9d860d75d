import { compareOids, type AgentValue } from './agent-value.ts';
import type { Oid } from '#platform/ber/ber.ts';
import { shownTotals, type DeviceCounters, type Totals } from '../counters.ts';
import { componentValues } from '../component-values.ts';
import { identityObjects } from './entity-mib.ts';
import { componentObjects } from './component-mib.ts';
import { healthObjects } from './health-mib.ts';
import { deviceHealth } from '../health.ts';
import {
  columnsOf,
  ENTERPRISES,
  octets,
  integerValue,
  type Entry,
  type PortObjects,
  type Read,
} from './mib-object.ts';
import type { FleetDevice, FleetPort } from '../model.ts';
import { qosConfiguration, qosObjects } from './qos-mib.ts';

/** Objects of an agent in lexicographic order. */
export interface Mib {
  readonly oids: readonly Oid[];
  readonly read: (at: number, t: number) => AgentValue;
}

const SYSTEM = [1, 3, 6, 1, 2, 1, 1];
const IF_NUMBER = [1, 3, 6, 1, 2, 1, 2, 1, 0];
const IF_TABLE = [1, 3, 6, 1, 2, 1, 2, 2, 1];
const IFX_TABLE = [1, 3, 6, 1, 2, 1, 31, 1, 1, 1];
const ETHERNET = 6;
const MULTICAST_SHARE = 0.02;
const BROADCAST_SHARE = 0.01;

function systemGroup(device: FleetDevice, counters: DeviceCounters): readonly Entry[] {
  const scalar = (arc: number, read: Read): Entry => [[...SYSTEM, arc, 0], read];
  return [
    scalar(1, octets(device.description)),
    scalar(2, () => ({ type: 'oid', value: [...ENTERPRISES, ...device.objectId] })),
    scalar(3, (t) => ({ type: 'timeTicks', value: Math.floor((t - counters.startedAt(t)) * 100) })),
    scalar(4, octets('noc@provider.example')),
    scalar(5, octets(device.name)),
    scalar(6, octets(`${device.site}, ${device.city.country}`)),
    scalar(7, integerValue('integer', 78)),
    [IF_NUMBER, integerValue('integer', device.ports.length)],
  ];
}

const speedOf = ({ speedBps }: FleetPort): number => Math.min(speedBps, 2 ** 32 - 1);

/** How packets divide by kind, the same for polls and history. */
export const multicast = (packets: number): number => Math.floor(packets * MULTICAST_SHARE);
export const broadcast = (packets: number): number => Math.floor(packets * BROADCAST_SHARE);
export const unicast = (packets: number): number => packets - multicast(packets) - broadcast(packets);

/** Columns of ifTable by arc. */
function ifColumns({ port, counters, totals }: PortObjects): Readonly<Record<number, Read>> {
  const counter32 =
    (direction: 'in' | 'out', value: (totals: Totals) => number): Read =>
    (t) => ({
      type: 'counter32',
      value: value(totals(direction, t)),
    });
  return {
    1: integerValue('integer', port.index),
    2: octets(port.name),
    3: integerValue('integer', ETHERNET),
    4: integerValue('integer', 1500),
    5: integerValue('gauge32', speedOf(port)),
    7: integerValue('integer', 1),
    8: (t) => ({ type: 'integer', value: counters.operUp(t) ? 1 : 2 }),
    10: counter32('in', (sum) => sum.octets),
    11: counter32('in', (sum) => unicast(sum.packets)),
    13: counter32('in', (sum) => sum.discards),
    14: counter32('in', (sum) => sum.errors),
    16: counter32('out', (sum) => sum.octets),
    17: counter32('out', (sum) => unicast(sum.packets)),
    19: counter32('out', (sum) => sum.discards),
    20: counter32('out', (sum) => sum.errors),
  };
}

/** Columns of ifXTable by arc. */
function ifxColumns({ port, totals }: PortObjects): Readonly<Record<number, Read>> {
  const counter64 =
    (direction: 'in' | 'out', value: (totals: Totals) => number): Read =>
    (t) => ({
      type: 'counter64',
      value: value(totals(direction, t)),
    });
  const both = (direction: 'in' | 'out', first: number): Readonly<Record<number, Read>> => ({
    [first]: counter64(direction, (sum) => sum.octets),
    [first + 1]: counter64(direction, (sum) => unicast(sum.packets)),
    [first + 2]: counter64(direction, (sum) => multicast(sum.packets)),
    [first + 3]: counter64(direction, (sum) => broadcast(sum.packets)),
  });
  return {
    1: octets(port.name),
    ...both('in', 6),
    ...both('out', 10),
    15: integerValue('gauge32', Math.round(port.speedBps / 1_000_000)),
    18: octets(port.alias),
    19: () => ({ type: 'timeTicks', value: 0 }),
  };
}

/** Totals of a moment are requested by a dozen columns in one request: worked out once. */
function remembered(totals: PortObjects['totals']): PortObjects['totals'] {
  const last = {
    in: { t: Number.NaN, totals: undefined as Totals | undefined },
    out: { t: Number.NaN, totals: undefined as Totals | undefined },
  };
  return (direction, t) => {
    const known = last[direction];
    if (known.totals !== undefined && known.t === t) return known.totals;
    const now = totals(direction, t);
    last[direction] = { t, totals: now };
    return now;
  };
}

/**
 * System group, ifTable and ifXTable of a simulated device (RFC 3418, RFC 2863), its chassis, processor and memory; the
 * classes of a Cisco's access port; sensors, BGP peers and health checks of a few devices.
 */
export function mibOf(device: FleetDevice, counters: DeviceCounters): Mib {
  const ports = device.ports.flatMap((port): readonly Entry[] => {
    const own = counters.ports.get(port.index);
    if (own === undefined) return [];
    const objects = { port, counters: own, totals: remembered(shownTotals(counters, own)) };
    return [
      ...columnsOf(IF_TABLE, [port.index], ifColumns(objects)),
      ...columnsOf(IFX_TABLE, [port.index], ifxColumns(objects)),
      ...(device.vendor === 'Cisco' && port.role === 'access' ? qosObjects(objects) : []),
    ];
  });
  const access = device.ports.find(({ role }) => role === 'access');
  const policies = device.vendor === 'Cisco' && access !== undefined ? qosConfiguration(access) : [];
  const health = deviceHealth(device, counters);
  const own = [
    ...identityObjects(device),
    ...healthObjects(device.vendor, health),
    ...componentObjects(device, componentValues(device, counters, health)),
  ];
  const entries = [...systemGroup(device, counters), ...ports, ...policies, ...own].sort(([one], [other]) =>
    compareOids(one, other),
  );
  return {
    oids: entries.map(([oid]) => oid),
    read: (at, t) => entries[at]?.[1](t) ?? { type: 'endOfMibView' },
  };
}
