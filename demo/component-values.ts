import type { DeviceCounters } from './counters.ts';
import { LOSES_EVERY } from './export/flow-exporter.ts';
import type { DeviceHealth } from './health.ts';
import type { FleetDevice } from './model.ts';
import { unitAt } from './random.ts';
import { DAY_S } from '#schemas/time/duration.ts';

/** What the sensor, the session, the probe and the health check of a device do, as functions of time alone. */
export interface ComponentValues {
  /** The room by day and night, and what the processor adds; tenths of a degree. */
  readonly inletTenths: (t: number) => number;
  /** Of the access line, over which session, probe and health check run. */
  readonly isUp: (t: number) => boolean;
  /** Seconds since the session was established: from the start of the device. */
  readonly sessionS: (t: number) => number;
  /** Updates of the session in each direction. */
  readonly updates: (direction: 'in' | 'out', t: number) => number;
  /** Round trip of the probe in milliseconds; undefined: no response. */
  readonly probeMs: (t: number) => number | undefined;
  /** Latency and jitter of the health check in milliseconds; undefined: it fails. */
  readonly check: (t: number) => { readonly latencyMs: number; readonly jitterMs: number } | undefined;
  /** Records of its flows that are lost and received in a window; undefined: it exports none that can be decoded. */
  readonly exported: { readonly lost: number; readonly received: number } | undefined;
}

const PLACE = { room: 81, latency: 82, noise: 83, probe: 84 } as const;
/** Ten a second, in five minutes. */
const RECORDS = 3_000;
/** Seconds between two updates. */
const UPDATE_EVERY = { in: 7, out: 90 } as const;

function exportedBy({ flows: { fault } }: FleetDevice): ComponentValues['exported'] {
  if (fault === 'silent' || fault === 'untemplated') return undefined;
  const lost = fault === 'lossy' ? RECORDS / LOSES_EVERY : 0;
  return { lost, received: RECORDS - lost };
}

/** Those of a device in its course. */
export function componentValues(
  device: FleetDevice,
  counters: DeviceCounters,
  health: Pick<DeviceHealth, 'cpuPercent'>,
): ComponentValues {
  const chance = (place: number, step = 0): number => unitAt(device.index, place, step);
  const access = counters.ports.get(device.ports[0]?.index ?? 0);
  const isUp = (t: number): boolean => access?.operUp(t) !== false;
  const room = 21 + 4 * chance(PLACE.room);
  const probe = 6 + 40 * chance(PLACE.probe);
  const check = 8 + 20 * chance(PLACE.latency);
  const sessionS = (t: number): number => Math.max(0, Math.floor(t - counters.startedAt(t)));
  return {
    inletTenths: (t) =>
      Math.round(10 * (room + 2 * Math.sin((2 * Math.PI * t) / DAY_S) + health.cpuPercent(t) / 8)),
    isUp,
    sessionS,
    updates: (direction, t) => Math.floor(sessionS(t) / UPDATE_EVERY[direction]),
    probeMs: (t) => (isUp(t) ? Math.round(probe + 8 * chance(PLACE.probe, Math.floor(t / 60))) : undefined),
    exported: exportedBy(device),
    check(t) {
      if (!isUp(t)) return undefined;
      const noise = chance(PLACE.noise, Math.floor(t / 60));
      return { latencyMs: check + 3 * noise, jitterMs: noise };
    },
  };
}
