import { HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { hourOfDay, toLocalTime } from '#web/lib/zoned/local-time.ts';

export const presetKeys = ['halfHour', 'twoHours', 'tonight', 'untilMorning'] as const;
export type PresetKey = (typeof presetKeys)[number];

/** Tonight from 22:00 to 06:00. During the night: from now on. */
function tonight(now: number): readonly [number, number] {
  const morning = hourOfDay(now, 6);
  if (now < morning) return [now, morning];
  return [Math.max(now, hourOfDay(now, 22)), hourOfDay(now, 6, 1)];
}

const periods: Readonly<Record<PresetKey, (now: number) => readonly [number, number]>> = {
  halfHour: (now) => [now, now + 30 * MINUTE_MS],
  twoHours: (now) => [now, now + 2 * HOUR_MS],
  tonight,
  untilMorning: (now) => [now, hourOfDay(now, 8, 1)],
};

/** Start and end of a preset, as the inputs of the form have them. */
export function presetPeriod(key: PresetKey, now: number): { readonly start: string; readonly end: string } {
  const [start, end] = periods[key](now);
  return { start: toLocalTime(start), end: toLocalTime(end) };
}
