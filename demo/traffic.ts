import type { Rhythm } from './customers.ts';
import { unitAt } from './random.ts';
import { HOUR_S } from '#schemas/time/duration.ts';

/** Everything in the fleet repeats after a week: so a counter at any time is found without walking the past. */
export const WEEK_S = 604_800;
/** A Monday, 00:00 UTC: counters began here. */
export const ORIGIN_S = 1_704_067_200;
const HOURS = 168;

/** Load by hour of the local day, weekday and weekend, relative. */
const DAYS: Readonly<Record<Rhythm, readonly [weekday: readonly number[], weekend: readonly number[]]>> = {
  office: [
    [2, 2, 2, 2, 2, 3, 5, 9, 16, 19, 20, 19, 14, 15, 19, 19, 18, 15, 10, 7, 5, 4, 3, 2],
    [2, 2, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2],
  ],
  shop: [
    [3, 3, 3, 3, 3, 4, 6, 9, 12, 15, 17, 18, 18, 17, 17, 17, 18, 20, 20, 16, 10, 6, 4, 3],
    [3, 3, 3, 3, 3, 3, 5, 8, 13, 17, 19, 20, 19, 19, 20, 20, 19, 18, 16, 12, 8, 5, 4, 3],
  ],
  plant: [
    [8, 8, 8, 8, 9, 11, 15, 17, 18, 19, 19, 18, 17, 18, 19, 18, 17, 16, 15, 14, 13, 12, 10, 9],
    [7, 7, 7, 7, 7, 8, 9, 10, 10, 11, 11, 11, 10, 10, 10, 10, 10, 9, 9, 9, 8, 8, 7, 7],
  ],
};

export interface LoadCurve {
  /** Seconds' worth of mean load from the origin to `t` seconds after it; may be fractional or negative. */
  readonly until: (t: number) => number;
}

/** The week of a rhythm at a UTC offset: linear between hours, mean 1, integrated in closed form. */
export function loadCurve(rhythm: Rhythm, utcOffsetHours: number): LoadCurve {
  const [weekday, weekend] = DAYS[rhythm];
  const raw = Array.from({ length: HOURS }, (_, hour) => (hour < 120 ? weekday : weekend)[hour % 24] ?? 1);
  const mean = raw.reduce((sum, load) => sum + load, 0) / HOURS;
  const load = Float64Array.from(raw, (value) => value / mean);
  const before = new Float64Array(HOURS + 1);
  const at = (hour: number): number => load[hour % HOURS] ?? 1;
  for (let hour = 0; hour < HOURS; hour++)
    before[hour + 1] = (before[hour] ?? 0) + ((at(hour) + at(hour + 1)) / 2) * HOUR_S;
  const shiftS = utcOffsetHours * HOUR_S;
  return {
    until(t) {
      const local = t + shiftS;
      const weeks = Math.floor(local / WEEK_S);
      const within = local - weeks * WEEK_S;
      const hour = Math.min(Math.floor(within / HOUR_S), HOURS - 1);
      const part = within - hour * HOUR_S;
      const rise = (at(hour + 1) - at(hour)) / HOUR_S;
      return weeks * WEEK_S + (before[hour] ?? 0) + part * (at(hour) + (rise * part) / 2);
    },
  };
}

/** Periods in seconds (each divides a week) and how far each may bend the rate. The sum stays below 1: time never runs back. */
const RIPPLES = [
  [10, 0.1],
  [60, 0.1],
  [600, 0.12],
  [3_600, 0.1],
] as const;

/**
 * Noise as a bent clock: `t` seconds, give or take. A rate read through it varies by ±42 % at most, its integral stays exact,
 * never falls, and closes over a week.
 */
export function bentClock(seed: number): (t: number, strength?: number) => number {
  return (t, strength = 1) => {
    let bent = t;
    for (const [periodS, bend] of RIPPLES) {
      const steps = WEEK_S / periodS;
      const position = t / periodS;
      const step = Math.floor(position);
      const here = unitAt(seed, periodS, ((step % steps) + steps) % steps);
      const next = unitAt(seed, periodS, (((step + 1) % steps) + steps) % steps);
      bent += strength * bend * periodS * (here + (next - here) * (position - step) - 0.5);
    }
    return bent;
  };
}
