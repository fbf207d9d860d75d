import { hourOfDay, weekdayOf } from '#web/lib/zoned/local-time.ts';
import { DAY_MS } from '#schemas/time/duration.ts';

const MONDAY = 1;
const WEEK = 7;
/** Days between two ticks, by the length of the period in days. */
function stepOf(days: number): number {
  if (days <= 8) return 1;
  return days <= 31 ? WEEK : 2 * WEEK;
}

/** Midnights of the browser's time zone within a period: every day, or the Mondays of a long one. Seconds since 1970. */
export function axisTicks(from: number, to: number): readonly number[] {
  const fromMs = from * 1_000;
  const toMs = to * 1_000;
  const days = stepOf((toMs - fromMs) / DAY_MS);
  const untilMonday = (WEEK + MONDAY - weekdayOf(hourOfDay(fromMs, 0, 1))) % WEEK;
  const first = 1 + (days === 1 ? 0 : untilMonday);
  const ticks: number[] = [];
  for (let day = first; hourOfDay(fromMs, 0, day) < toMs; day += days)
    ticks.push(hourOfDay(fromMs, 0, day) / 1_000);
  return ticks;
}
