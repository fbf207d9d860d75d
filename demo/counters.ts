import { flappedDown, holdsDown, incidentOf, type Incident } from './incidents.ts';
import type { FleetDevice, FleetPort } from './model.ts';
import { bitsAt } from './random.ts';
import { bentClock, loadCurve, ORIGIN_S, WEEK_S } from './traffic.ts';

/** Cumulative counters of one direction of a port. */
export interface Totals {
  readonly octets: number;
  readonly packets: number;
  readonly errors: number;
  readonly discards: number;
}

export interface PortCounters {
  /** Totals since the origin (`ORIGIN_S`), integers that never fall. `t` in seconds after the origin. */
  readonly totals: (direction: 'in' | 'out', t: number) => Totals;
  readonly operUp: (t: number) => boolean;
}

export interface DeviceCounters {
  readonly ports: ReadonlyMap<number, PortCounters>;
  /** Second after the origin at which the device last started; the origin itself when it never restarted. */
  readonly startedAt: (t: number) => number;
  readonly responds: (t: number) => boolean;
  readonly incidentAt: (t: number) => Incident | undefined;
}

/** A part of the week during one incident or none, with the totals before it. */
interface Stretch {
  readonly fromS: number;
  readonly incident: Incident | undefined;
  readonly octets: number;
  readonly errors: number;
  readonly discards: number;
}

/** Incidents that recur every week, or that happen once, in seconds after the origin. */
export interface Course {
  readonly incidents: readonly Incident[];
  readonly isWeekly: boolean;
}

/** Full weeks before a time; none in a course that does not recur. */
const weeksBefore = ({ isWeekly }: Course, t: number): number => (isWeekly ? Math.floor(t / WEEK_S) : 0);

/** The incidents that affect one direction of a port. */
const affecting = (incidents: readonly Incident[], port: FleetPort, direction: 'in' | 'out') =>
  incidents.filter(
    (incident) =>
      holdsDown(incident, port.index) ||
      (incident.port === port.index && (incident.kind === 'flapping' || incident.direction === direction)),
  );

type Rate = (fromS: number, toS: number) => number;

/** Traffic of one direction of a port, undisturbed and saturated. */
interface Traffic {
  readonly normal: Rate;
  readonly saturated: (level: number) => Rate;
  readonly packetBytes: number;
}

/** Returns what a stretch adds to the totals between two times (seconds of the week). */
function additionsOf(
  traffic: Traffic,
  port: FleetPort,
  { incident }: Stretch,
): (fromS: number, toS: number) => Omit<Stretch, 'fromS' | 'incident'> {
  const plain =
    (rate: Rate, errors = 0, discards = 0) =>
    (fromS: number, toS: number) => {
      const octets = rate(fromS, toS);
      const packets = octets / traffic.packetBytes;
      return { octets, errors: packets * errors, discards: packets * discards };
    };
  if (incident === undefined) return plain(traffic.normal);
  if (holdsDown(incident, port.index)) return plain(() => 0);
  switch (incident.kind) {
    case 'saturation':
      return plain(traffic.saturated(incident.level), 0, 0.0005);
    case 'errors':
      return plain(traffic.normal, incident.level);
    case 'discards':
      return plain(traffic.normal, 0, incident.level);
    case 'flapping':
      return plain((fromS, toS) => traffic.normal(fromS, toS) / 2);
    case 'slow application':
    case 'link down':
    case 'device down':
      return plain(traffic.normal);
  }
}

/**
 * The time cut at the borders of incidents, each stretch with the sums before it. The last one of a week is empty and holds the
 * sums of the week.
 */
function stretchesOf(traffic: Traffic, port: FleetPort, { incidents, isWeekly }: Course): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let current: Stretch = { fromS: 0, incident: undefined, octets: 0, errors: 0, discards: 0 };
  const close = (atS: number, incident: Incident | undefined): void => {
    const more = additionsOf(traffic, port, current)(current.fromS, atS);
    stretches.push(current);
    current = {
      fromS: atS,
      incident,
      octets: current.octets + more.octets,
      errors: current.errors + more.errors,
      discards: current.discards + more.discards,
    };
  };
  for (const incident of incidents) {
    close(incident.startS, incident);
    close(incident.endS, undefined);
  }
  if (isWeekly) close(WEEK_S, undefined);
  return [...stretches, current];
}

function stretchAt(stretches: readonly Stretch[], weekS: number): Stretch {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.fromS ?? Infinity) <= weekS) low = middle + 1;
    else high = middle;
  }
  return stretches[Math.max(0, low - 1)] as Stretch;
}

interface Seeded {
  readonly device: FleetDevice;
  readonly port: FleetPort;
  readonly course: Course;
  readonly seed: number;
}

function trafficOf({ device, port, seed }: Seeded, direction: 'in' | 'out'): Traffic {
  const own = bitsAt(seed, device.index, port.index, direction === 'in' ? 0 : 1);
  const bent = bentClock(own);
  const { until } = loadCurve(device.rhythm, device.city.utcOffsetHours);
  const mean = (direction === 'in' ? port.meanInBps : port.meanOutBps) / 8;
  const lineRate = (port.contractBps ?? port.speedBps) / 8;
  return {
    normal: (fromS, toS) => mean * (until(bent(toS)) - until(bent(fromS))),
    saturated: (level) => (fromS, toS) => lineRate * level * (bent(toS, 0.02) - bent(fromS, 0.02)),
    packetBytes: 500 + (own % 400),
  };
}

function directionTotals(seeded: Seeded, direction: 'in' | 'out'): (t: number) => Totals {
  const traffic = trafficOf(seeded, direction);
  const incidents = affecting(seeded.course.incidents, seeded.port, direction);
  const course = { ...seeded.course, incidents };
  let known: readonly Stretch[] | undefined;
  return (t) => {
    // Computed on first use: a fleet of thousands starts at once.
    const stretches = (known ??= stretchesOf(traffic, seeded.port, course));
    const week = stretches.at(-1) as Stretch;
    const weeks = weeksBefore(course, t);
    const weekS = t - weeks * WEEK_S;
    const stretch = stretchAt(stretches, weekS);
    const more = additionsOf(traffic, seeded.port, stretch)(stretch.fromS, weekS);
    const octets = weeks * week.octets + stretch.octets + more.octets;
    return {
      octets: Math.floor(octets),
      packets: Math.floor(octets / traffic.packetBytes),
      errors: Math.floor(weeks * week.errors + stretch.errors + more.errors),
      discards: Math.floor(weeks * week.discards + stretch.discards + more.discards),
    };
  };
}

function portCounters(seeded: Seeded): PortCounters {
  const totals = { in: directionTotals(seeded, 'in'), out: directionTotals(seeded, 'out') };
  return {
    totals: (direction, t) => totals[direction](t),
    operUp(t) {
      const weekS = t - weeksBefore(seeded.course, t) * WEEK_S;
      const incident = incidentOf(seeded.course.incidents, weekS);
      if (incident === undefined) return true;
      if (incident.kind === 'flapping' && incident.port === seeded.port.index) return !flappedDown(weekS);
      return !holdsDown(incident, seeded.port.index);
    },
  };
}

function startedAt(course: Course): (t: number) => number {
  const restarts = course.incidents.filter(({ reboots }) => reboots).map(({ endS }) => endS);
  return (t) => {
    const weeks = weeksBefore(course, t);
    const weekS = t - weeks * WEEK_S;
    const last = restarts.findLast((restart) => restart <= weekS);
    if (last !== undefined) return weeks * WEEK_S + last;
    const before = course.isWeekly ? restarts.at(-1) : undefined;
    return before === undefined || weeks < 1 ? 0 : (weeks - 1) * WEEK_S + before;
  };
}

/** All counters of a device in a course, as functions of time alone. */
export function countersIn(course: Course, device: FleetDevice, seed: number): DeviceCounters {
  const incidentAt = (t: number): Incident | undefined =>
    incidentOf(course.incidents, t - weeksBefore(course, t) * WEEK_S);
  return {
    ports: new Map(device.ports.map((port) => [port.index, portCounters({ device, port, course, seed })])),
    startedAt: startedAt(course),
    responds: (t) => incidentAt(t)?.kind !== 'device down',
    incidentAt,
  };
}

/** The counters of a device whose incidents recur every week. */
export const deviceCounters = (
  device: FleetDevice,
  incidents: readonly Incident[],
  seed: number,
): DeviceCounters => countersIn({ incidents, isWeekly: true }, device, seed);

/** Totals since the last start of the device, as it reports them. */
export function shownTotals(
  counters: DeviceCounters,
  port: PortCounters,
): (direction: 'in' | 'out', t: number) => Totals {
  return (direction, t) => {
    const now = port.totals(direction, t);
    const start = counters.startedAt(t);
    if (start === 0) return now;
    const then = port.totals(direction, start);
    return {
      octets: now.octets - then.octets,
      packets: now.packets - then.packets,
      errors: now.errors - then.errors,
      discards: now.discards - then.discards,
    };
  };
}

/** Seconds after the origin from milliseconds since 1970. */
export const afterOrigin = (ms: number): number => ms / 1_000 - ORIGIN_S;
