import { Temporal } from 'temporal-polyfill';
import type { Granularity } from '#schemas/time/granularity.ts';
import { WINDOW } from './windows-of-samples.ts';

const SECOND_MS = 1_000;

const zonedAt = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at * SECOND_MS).toZonedDateTimeISO(zone);
const secondsOf = (time: Temporal.ZonedDateTime): number => time.epochMilliseconds / SECOND_MS;

const hoursOf = (duration: Temporal.Duration): number => duration.total({ unit: 'hours' });

const starts: Readonly<
  Record<Exclude<Granularity, '5m'>, (time: Temporal.ZonedDateTime) => Temporal.ZonedDateTime>
> = {
  // Also on days whose clock changes by half an hour.
  '1h': (time) => time.startOfDay().add({ hours: Math.floor(hoursOf(time.since(time.startOfDay()))) }),
  '1d': (time) => time.startOfDay(),
  '1w': (time) => time.subtract({ days: time.dayOfWeek - 1 }).startOfDay(),
  '1mo': (time) => time.with({ day: 1 }).startOfDay(),
};

const known = new Map<string, number>();

/** Start of the step that contains a time, seconds since 1970: hours are counted from midnight of the zone, weeks start on Monday, months on their first day. */
export function naiveStepStart(at: number, granularity: Granularity, zone: string): number {
  if (granularity === '5m') return Math.floor(at / WINDOW) * WINDOW;
  const key = `${granularity} ${zone} ${String(at)}`;
  const found = known.get(key) ?? secondsOf(starts[granularity](zonedAt(at, zone)));
  known.set(key, found);
  return found;
}

const lengths: Readonly<Record<Granularity, Temporal.DurationLike>> = {
  '5m': { minutes: 5 },
  '1h': { hours: 1 },
  '1d': { days: 1 },
  '1w': { weeks: 1 },
  '1mo': { months: 1 },
};

/** Start of the step after the one that contains a time. */
export function startOfNext(at: number, granularity: Granularity, zone: string): number {
  const next = secondsOf(zonedAt(naiveStepStart(at, granularity, zone), zone).add(lengths[granularity]));
  return granularity === '1h' ? Math.min(next, startOfNext(at, '1d', zone)) : next;
}

const MINUTES_OF_HOUR = 60;
const DAY = 86_400;

/** Whether hours of a zone begin within those of UTC at some time of a period. */
export function isCutByZone(
  zone: string,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const isCutAt = (at: number): boolean =>
    (zonedAt(at, zone).offsetNanoseconds / 60_000_000_000) % MINUTES_OF_HOUR !== 0;
  for (let at = from; at < to; at += DAY) if (isCutAt(at)) return true;
  return isCutAt(to);
}
