import { DAY_MS, SECOND_MS } from './duration.ts';

/** Calendar units whose beginning is that of a period up to now. */
export const currentUnits = ['day', 'week', 'month'] as const;
export type CurrentUnit = (typeof currentUnits)[number];

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const digits = '2-digit';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  });
  formats.set(zone, format);
  return format;
}

/** What clocks of a zone show, as if it were UTC, in milliseconds since 1970. */
function localOf(atMs: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

const offsetOf = (atMs: number, zone: string): number =>
  localOf(atMs, zone) - Math.floor(atMs / SECOND_MS) * SECOND_MS;

/** First midnight of the unit that contains a local time. */
function firstMidnight(local: number, unit: CurrentUnit): number {
  const date = new Date(local);
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  if (unit === 'day') return day;
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  // Weeks begin on Monday (ISO 8601).
  return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
}

/**
 * Start of the day, week or month of a zone that contains a time, both in seconds since 1970. As `stepStart`, without a calendar library,
 * which a page that opens would load.
 */
export function currentStart(at: number, unit: CurrentUnit, zone: string): number {
  const local = firstMidnight(localOf(at * SECOND_MS, zone), unit);
  const [before, after] = [offsetOf(local - DAY_MS, zone), offsetOf(local + DAY_MS, zone)];
  // A midnight that a clock change skips is the moment of the change.
  const isSkipped = offsetOf(local - before, zone) !== before && offsetOf(local - after, zone) !== after;
  const isBefore = isSkipped || offsetOf(local - before, zone) === before;
  return (local - (isBefore ? before : after)) / SECOND_MS;
}
