import { wallClock, wallDayText } from '#schemas/time/wall-clock.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';

/** A value of an hour of a day. */
export interface HourCell {
  /** Seconds since 1970. */
  readonly at: number;
  readonly value: number | null;
}

/** A day with its hours, as clocks show them: an hour that comes twice has two cells, one that is skipped has none. */
export interface DayHours {
  /** `2026-10-25`. */
  readonly day: string;
  readonly hours: readonly (readonly HourCell[])[];
}

const HOURS = 24;

/** Values of hours by days and hours of a zone, in the order of time. `steps` are their starts, seconds since 1970. */
export function dayHours(
  steps: readonly number[],
  values: readonly (number | null)[],
  timeZone: string,
): readonly DayHours[] {
  const clock = wallClock(timeZone);
  const days = new Map<string, HourCell[][]>();
  for (const [step, at] of steps.entries()) {
    const wall = clock(at * 1_000);
    if (wall === null) continue;
    const day = wallDayText(wall);
    const hours = days.get(day) ?? Array.from({ length: HOURS }, (): HourCell[] => []);
    days.set(day, hours);
    hours[Math.floor(wall.wall / HOUR_MS) % HOURS]?.push({ at, value: values[step] ?? null });
  }
  return [...days].map(([day, hours]) => ({ day, hours }));
}

/** Where a value is between the least and the greatest, 0 to 1; of values that are all alike in the middle. */
export const shareBetween = (value: number, least: number, greatest: number): number =>
  greatest > least ? (value - least) / (greatest - least) : 0.5;
