import type { DeviceCounters } from './counters.ts';
import type { FleetDevice } from './model.ts';
import { unitAt } from './random.ts';
import { loadCurve, WEEK_S } from './traffic.ts';

/** What the processor and the memory of a device do, as a function of time alone. */
export interface DeviceHealth {
  /** Whole percents, as devices report them. */
  readonly cpuPercent: (t: number) => number;
  readonly memoryBytes: number;
  readonly memoryUsedBytes: (t: number) => number;
  /** Sessions of a firewall. */
  readonly sessions: (t: number) => number;
}

const MIB = 1_024 ** 2;
const SIZES_MIB = [2_048, 4_096, 8_192] as const;
/** Devices report the mean of the last minutes. */
const MEAN_S = 300;
const PLACE = { size: 1, base: 2, weight: 3, used: 4, noise: 5, sessions: 6 } as const;

/** The processor follows the traffic; a saturated line costs more; memory is lost slowly, until the device restarts. */
export function deviceHealth(device: FleetDevice, counters: DeviceCounters): DeviceHealth {
  const chance = (place: number, step = 0): number => unitAt(device.index, place, step);
  const base = 6 + 18 * chance(PLACE.base);
  const weight = 8 + 10 * chance(PLACE.weight);
  const { until } = loadCurve(device.rhythm, device.city.utcOffsetHours);
  const memoryBytes = (SIZES_MIB[Math.floor(SIZES_MIB.length * chance(PLACE.size))] ?? SIZES_MIB[0]) * MIB;
  const used = 0.42 + 0.2 * chance(PLACE.used);
  const loadAt = (t: number): number => (until(t) - until(t - MEAN_S)) / MEAN_S;
  const noiseAt = (t: number): number => chance(PLACE.noise, Math.floor((t % WEEK_S) / 60)) - 0.5;
  const usual = 3_000 + 9_000 * chance(PLACE.sessions);
  return {
    sessions: (t) => Math.round(usual * (0.2 + 0.8 * loadAt(t)) * (1 + noiseAt(t) / 10)),
    cpuPercent(t) {
      const load = loadAt(t);
      const noise = 6 * noiseAt(t);
      const busy = counters.incidentAt(t)?.kind === 'saturation' ? 18 : 0;
      return Math.round(Math.min(99, Math.max(1, base + weight * load + noise + busy)));
    },
    memoryBytes,
    memoryUsedBytes(t) {
      const running = Math.min(1, (t - counters.startedAt(t)) / (4 * WEEK_S));
      return Math.floor(memoryBytes * (used + 0.12 * running));
    },
  };
}
