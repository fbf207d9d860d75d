import type { Incident, IncidentKind } from '../incidents.ts';
import type { Fleet, FleetDevice } from '../model.ts';
import { afterOrigin } from '../counters.ts';
import { HOUR_S } from '#schemas/time/duration.ts';

const MINUTE_S = 60;
/** TCP ports of the applications that the story is about. */
export const BACKUP_PORT = 13_724;
export const COLD_CHAIN_PORT = 8_443;

/** Until the operators have acknowledged it, what they acknowledge until worse eases: each window is better than the one before. */
const EASING_STEPS = 15;
const EASING_STEP_S = 20;

/** By then the alarms of a full line run. */
const OUTAGE_AFTER_S = 4 * MINUTE_S;

/** The carrier whose trouble of last night is in the events. */
const STORM_CARRIER = 'Norlink';
const STORM_SITES = 40;

/** A customer's part in the story and the place where it happens. */
interface Chapter {
  readonly customer: string;
  /** Name of the site, or of the nth one where the fleet has no such site. */
  readonly site: string;
  readonly otherwise: number;
  readonly incidents: (startedS: number) => readonly Incident[];
}

/** In the year 2092. */
const FOREVER_S = 2 ** 31;

const incident = (kind: IncidentKind, startS: number, more: Partial<Incident> = {}): Incident => ({
  kind,
  startS,
  endS: FOREVER_S,
  port: 1,
  direction: 'in',
  level: 0,
  reboots: false,
  ...more,
});

interface Easing {
  readonly startedS: number;
  readonly from: number;
  readonly to: number;
  readonly more?: Partial<Incident>;
}

/**
 * An incident since before the start that gets a little better step by step: acknowledged until worse at any of them, it was worse
 * before, and noise is not.
 */
const easing = (kind: IncidentKind, { startedS, from, to, more }: Easing): readonly Incident[] =>
  Array.from({ length: EASING_STEPS }, (_, step) =>
    incident(kind, step === 0 ? startedS - HOUR_S : startedS + step * EASING_STEP_S, {
      ...more,
      level: from + ((to - from) * step) / (EASING_STEPS - 1),
      ...(step === EASING_STEPS - 1 ? {} : { endS: startedS + (step + 1) * EASING_STEP_S }),
    }),
  );

const chapters: readonly Chapter[] = [
  // A router does not respond: the site is down with its interfaces.
  {
    customer: 'ostline',
    site: 'Zurich station',
    otherwise: 1,
    incidents: (startedS) => [incident('device down', startedS - 40 * MINUTE_S)],
  },
  // A saturated line, whose router stops responding some minutes after the start: it explains the alarms of the line.
  {
    customer: 'solenne',
    site: 'Biarritz hotel',
    otherwise: 2,
    incidents: (startedS) => [
      incident('saturation', startedS - HOUR_S, { endS: startedS + OUTAGE_AFTER_S, level: 0.985 }),
      incident('device down', startedS + OUTAGE_AFTER_S, { endS: startedS + OUTAGE_AFTER_S + 2 * HOUR_S }),
    ],
  },
  // Backups fill the line since this morning.
  {
    customer: 'boreval',
    site: 'Orléans warehouse',
    otherwise: 1,
    incidents: (startedS) => [
      incident('saturation', startedS - 2 * HOUR_S, { level: 0.985, application: BACKUP_PORT }),
    ],
  },
  {
    customer: 'nordhaven',
    site: 'Turin terminal',
    otherwise: 1,
    incidents: (startedS) => [incident('flapping', startedS - 3 * HOUR_S)],
  },
  // After a change of the line.
  {
    customer: 'tessandre',
    site: 'Bologna branch',
    otherwise: 1,
    incidents: (startedS) => [incident('errors', startedS - 5 * HOUR_S, { level: 0.04 })],
  },
  {
    customer: 'kelmar',
    site: 'Eindhoven cold store',
    otherwise: 1,
    incidents: (startedS) => [
      incident('slow application', startedS - 4 * HOUR_S, { application: COLD_CHAIN_PORT }),
    ],
  },
  // Works: silenced by a maintenance window that runs now, in which the line is not measured for availability.
  {
    customer: 'veridane',
    site: 'Nancy laboratory',
    otherwise: 1,
    incidents: (startedS) => [incident('errors', startedS - 30 * MINUTE_S, { level: 0.06 })],
  },
  // Acknowledged until worse, and worse a while after the first start.
  {
    customer: 'arvenis',
    site: 'Nancy substation',
    otherwise: 1,
    incidents: (startedS) => [
      ...easing('saturation', { startedS, from: 0.94, to: 0.86 }).map((one) => ({
        ...one,
        endS: Math.min(one.endS, startedS + 20 * MINUTE_S),
      })),
      incident('saturation', startedS + 20 * MINUTE_S, { level: 0.99 }),
    ],
  },
  // Acknowledged with a ticket.
  {
    customer: 'quillridge',
    site: 'Budapest call centre',
    otherwise: 1,
    incidents: (startedS) => [
      incident('saturation', startedS - 90 * MINUTE_S, { level: 0.98, direction: 'out' }),
    ],
  },
  {
    customer: 'brightwell',
    site: 'Dubai factory',
    otherwise: 1,
    incidents: (startedS) =>
      easing('discards', { startedS, from: 0.04, to: 0.03, more: { direction: 'out' } }),
  },
];

/** The last 04:00 of the machine before a moment, in milliseconds. */
function lastFourOClock(startedMs: number): number {
  const four = new Date(startedMs);
  four.setHours(4, 0, 0, 0);
  if (four.getTime() > startedMs) four.setDate(four.getDate() - 1);
  return four.getTime();
}

/** Access lines down from 03:20 to 04:00 or a little before: with two of three windows, the last alarm clears at 04:10. */
function storm(devices: readonly FleetDevice[], startedMs: number): readonly (readonly [number, Incident])[] {
  const endS = afterOrigin(lastFourOClock(startedMs));
  return devices
    .filter(({ carrier }) => carrier === STORM_CARRIER)
    .slice(0, STORM_SITES)
    .map(({ index }, nth) => [
      index,
      incident('link down', endS - 40 * MINUTE_S + (nth % 7) * 20, { endS: endS - (nth % 5) * MINUTE_S }),
    ]);
}

function placeOf(
  devices: readonly FleetDevice[],
  { customer, site, otherwise }: Chapter,
): FleetDevice | undefined {
  const own = devices.filter((device) => device.customer === customer);
  return own.find((device) => device.site === site) ?? own[otherwise];
}

/**
 * Incidents around the first start of the demonstration, by index of the device, in seconds after the origin. A device with such
 * incidents has no recurring ones.
 */
export function plotOf(fleet: Fleet, startedMs: number): ReadonlyMap<number, readonly Incident[]> {
  const startedS = Math.floor(afterOrigin(startedMs));
  const places = chapters.map((chapter) => ({ chapter, device: placeOf(fleet.devices, chapter) }));
  const plot = new Map<number, readonly Incident[]>();
  for (const { chapter, device } of places)
    if (device !== undefined) plot.set(device.index, chapter.incidents(startedS));
  const others = fleet.devices.filter(({ index }) => !plot.has(index));
  for (const [index, line] of storm(others, startedMs)) plot.set(index, [line]);
  return plot;
}

/** Customers one of whose exporters has a fault, for the monitoring of the collector. */
const exportFaults = { maravel: 'silent', lumera: 'lossy', ferrolle: 'untemplated' } as const;

/** The devices, one of a few customers with a fault of its export. */
export function withExportFaults(devices: readonly FleetDevice[]): readonly FleetDevice[] {
  const faulty = new Map(
    Object.entries(exportFaults).flatMap(([customer, fault]) => {
      const device = devices.filter((each) => each.customer === customer)[1];
      return device === undefined ? [] : [[device.index, fault] as const];
    }),
  );
  return devices.map((device) => {
    const fault = faulty.get(device.index);
    return fault === undefined ? device : { ...device, flows: { ...device.flows, fault } };
  });
}

/** The devices, some of which export no flows. */
export const withoutExports = (
  devices: readonly FleetDevice[],
  quiet: ReadonlySet<string>,
): readonly FleetDevice[] =>
  devices.map((device) =>
    quiet.has(device.address) ? { ...device, flows: { ...device.flows, fault: 'silent' as const } } : device,
  );

/** Loopback address of an exporter that is in no network file. */
const STRANGER = '127.1.255.254';

/** The devices, and a router that was never entered: it sends flows, which the collector counts as those of an unknown exporter. */
export function withStranger(devices: readonly FleetDevice[]): readonly FleetDevice[] {
  const [like] = devices.filter(({ flows }) => flows.protocol === 'ipfix');
  return like === undefined ? devices : [...devices, { ...like, address: STRANGER }];
}

/** Where a customer's chapter happens. */
export function storyDevice(devices: readonly FleetDevice[], customer: string): FleetDevice | undefined {
  const chapter = chapters.find((each) => each.customer === customer);
  return chapter && placeOf(devices, chapter);
}
