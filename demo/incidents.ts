import type { Fleet, FleetDevice } from './model.ts';
import { randomSequence, type RandomSequence } from './random.ts';
import { WEEK_S } from './traffic.ts';

type NetworkIncident = 'link down' | 'saturation' | 'errors' | 'discards' | 'flapping' | 'device down';
export type IncidentKind = NetworkIncident | 'slow application';

/** Something that goes wrong at a device. Times are seconds of the week, in a story after the origin. Incidents of one device never overlap. */
export interface Incident {
  readonly kind: IncidentKind;
  readonly startS: number;
  readonly endS: number;
  /** ifIndex concerned; every port when the device is down. */
  readonly port: number;
  readonly direction: 'in' | 'out';
  /** Saturation: part of the contract in use. Errors and discards: per packet that goes through. */
  readonly level: number;
  /** The device restarts at the end: its counters and sysUpTime are zero then. */
  readonly reboots: boolean;
  /** Port of the application that fills the line, or that responds slowly. */
  readonly application?: number;
}

interface Track {
  /** Seconds: how long an incident lasts and how long until the next one on this track. */
  readonly lasts: readonly [number, number];
  readonly pauses: readonly [number, number];
  readonly kinds: Readonly<Record<NetworkIncident, number>>;
}

/** What a watcher of the wall sees move. */
const short: Track = {
  lasts: [45, 120],
  pauses: [5, 25],
  kinds: { 'link down': 25, saturation: 35, errors: 15, discards: 12, flapping: 10, 'device down': 3 },
};
/** What support staff work on. */
const long: Track = {
  lasts: [1_200, 9_000],
  pauses: [60, 600],
  kinds: { 'link down': 18, saturation: 40, errors: 17, discards: 15, flapping: 4, 'device down': 6 },
};
/** Tracks of each kind per site: each holds one incident nearly always, so 3 to 8 % of the sites are in alarm at any moment. */
const TRACKS_PER_SITE = 0.035;
/** A device has this long to recover between two incidents: counters of a window are not of both. */
const RECOVERY_S = 120;

function levelOf(chance: RandomSequence, kind: IncidentKind): number {
  if (kind === 'saturation') return chance.pick([chance.between(0.84, 0.92), chance.between(0.97, 0.995)]);
  return kind === 'errors' ? chance.between(0.02, 0.08) : chance.between(0.02, 0.06);
}

function incidentAt(chance: RandomSequence, track: Track, startS: number): Incident {
  const kind = chance.weighted(track.kinds);
  const lastsS = Math.round(chance.between(...track.lasts));
  const direction = chance.unit() < 0.65 ? 'in' : 'out';
  return {
    kind,
    startS,
    endS: Math.min(startS + lastsS, WEEK_S),
    port: 1,
    direction: kind === 'discards' ? 'out' : direction,
    level: levelOf(chance, kind),
    reboots: kind === 'device down' && chance.unit() < 0.5,
  };
}

const isFree = (incidents: readonly Incident[], { startS, endS }: Incident): boolean =>
  incidents.every((other) => endS + RECOVERY_S <= other.startS || other.endS + RECOVERY_S <= startS);

/** Incidents of a device lie in order of time nearly always: only the last ones can be in the way. */
const recent = (incidents: readonly Incident[]): readonly Incident[] => incidents.slice(-4);

function victim(
  chance: RandomSequence,
  script: readonly Incident[][],
  incident: Incident,
): Incident[] | undefined {
  for (let attempt = 0; attempt < 20; attempt++) {
    const list = script[chance.integer(0, script.length - 1)];
    if (list !== undefined && isFree(recent(list), incident)) return list;
  }
  return undefined;
}

/** The week's script: for each device (by index) its incidents, in order of time. */
export function incidentScript({
  devices,
  seed,
}: Pick<Fleet, 'devices' | 'seed'>): readonly (readonly Incident[])[] {
  const chance = randomSequence(seed ^ 0x1f2e3d4c);
  const script: Incident[][] = devices.map(() => []);
  const count = Math.max(1, Math.round(devices.length * TRACKS_PER_SITE));
  const tracks = [long, short].flatMap((track) =>
    Array.from({ length: count }, () => ({ track, atS: chance.between(0, track.lasts[1]) })),
  );
  for (;;) {
    const next = tracks.reduce((first, other) => (other.atS < first.atS ? other : first));
    if (next.atS > WEEK_S - RECOVERY_S) break;
    const incident = incidentAt(chance, next.track, Math.round(next.atS));
    victim(chance, script, incident)?.push(incident);
    next.atS = incident.endS + chance.between(...next.track.pauses);
  }
  return script.map((incidents) => incidents.sort((one, other) => one.startS - other.startS));
}

/** The incident that runs at a second of the week, if one does. */
export function incidentOf(incidents: readonly Incident[], weekS: number): Incident | undefined {
  let low = 0;
  let high = incidents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((incidents[middle]?.startS ?? Infinity) <= weekS) low = middle + 1;
    else high = middle;
  }
  const last = incidents[low - 1];
  return last !== undefined && weekS < last.endS ? last : undefined;
}

/** Which ports an incident holds down altogether. */
export const holdsDown = (
  { kind, port }: Incident,
  ifIndex: FleetDevice['ports'][number]['index'],
): boolean => kind === 'device down' || (kind === 'link down' && port === ifIndex);

/** A flapping port is down for the second half of each of these. */
const FLAP_S = 16;
export const flappedDown = (weekS: number): boolean => weekS % FLAP_S >= FLAP_S / 2;
