import { Temporal } from 'temporal-polyfill';
import type { Granularity } from './granularity.ts';

const SECONDS_MS = 1_000;
const STEP_SECONDS = { '5m': 300, '1h': 3_600 } as const;

const zoned = (at: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at * SECONDS_MS).toZonedDateTimeISO(zone);

const offsetOf = (at: number, zone: string): number => zoned(at, zone).offsetNanoseconds / 1e9;

const secondsOf = ({ epochMilliseconds }: Temporal.ZonedDateTime): number =>
  Math.floor(epochMilliseconds / SECONDS_MS);

/** First day of the day, week or month that contains a time. */
function firstDay(at: number, granularity: '1d' | '1w' | '1mo', zone: string): Temporal.PlainDate {
  const day = zoned(at, zone).toPlainDate();
  if (granularity === '1w') return day.subtract({ days: day.dayOfWeek - 1 });
  return granularity === '1mo' ? day.with({ day: 1 }) : day;
}

/** Midnight before a time. */
const midnightOf = (at: number, zone: string): number => secondsOf(zoned(at, zone).startOfDay());

/**
 * Start of the step that contains a time, in seconds since 1970: days start at midnight of the zone, weeks on Monday. Hours are counted from
 * midnight, as the store does it, also on days whose clock changes by half an hour (`Australia/Lord_Howe`).
 */
export function stepStart(at: number, granularity: Granularity, zone: string): number {
  if (granularity === '5m') return at - ((at + offsetOf(at, zone)) % STEP_SECONDS['5m']);
  if (granularity === '1h') return at - ((at - midnightOf(at, zone)) % STEP_SECONDS['1h']);
  return secondsOf(firstDay(at, granularity, zone).toZonedDateTime(zone));
}

const lengths = { '1d': { days: 1 }, '1w': { weeks: 1 }, '1mo': { months: 1 } } as const;

/** Start of the step after the one that contains a time: a day of a clock change has 23 or 25 hours. */
export function nextStepStart(at: number, granularity: Granularity, zone: string): number {
  if (granularity === '5m') return stepStart(at, granularity, zone) + STEP_SECONDS['5m'];
  // The last hour of a day of 24.5 hours is half an hour.
  if (granularity === '1h')
    return Math.min(stepStart(at, '1h', zone) + STEP_SECONDS['1h'], nextStepStart(at, '1d', zone));
  return secondsOf(firstDay(at, granularity, zone).add(lengths[granularity]).toZonedDateTime(zone));
}

/** A period extended to the steps that contain its first and last second. */
export const inSteps = (
  { from, to }: { readonly from: number; readonly to: number },
  granularity: Granularity,
  zone: string,
): { readonly from: number; readonly to: number } => ({
  from: stepStart(from, granularity, zone),
  to: nextStepStart(to - 1, granularity, zone),
});

const MONTH_SECONDS = 30 * 86_400;

/** Into how many equal parts the hours of UTC are cut by the hours of a zone: halves in India, quarters in Nepal. */
export type HourParts = 1 | 2 | 4;

function partsAt(at: number, zone: string): HourParts {
  const offset = Math.abs(offsetOf(at, zone)) % STEP_SECONDS['1h'];
  if (offset === 0) return 1;
  return offset === STEP_SECONDS['1h'] / 2 ? 2 : 4;
}

function mostParts({ from, to }: { readonly from: number; readonly to: number }, zone: string): HourParts {
  let most = partsAt(to, zone);
  for (let at = from; at < to && most < 4; at += MONTH_SECONDS) {
    const parts = partsAt(at, zone);
    if (parts > most) most = parts;
  }
  return most;
}

/** Periods that were looked up: the requests of a page share one. */
const knownParts = new Map<string, HourParts>();
const MAX_PERIODS = 1_000;

/** The most parts at any time of a period: `Australia/Lord_Howe` is half an hour off in winter only. */
export function hourPartsOf(period: { readonly from: number; readonly to: number }, zone: string): HourParts {
  const key = `${zone} ${String(period.from)} ${String(period.to)}`;
  const parts = knownParts.get(key) ?? mostParts(period, zone);
  if (knownParts.size >= MAX_PERIODS) knownParts.clear();
  knownParts.set(key, parts);
  return parts;
}

/** Seconds between the starts of steps where these are all alike: clock changes are by full steps, but for few zones. */
function evenLength(
  { from, to }: { readonly from: number; readonly to: number },
  granularity: Granularity,
  zone: string,
): number | undefined {
  if (granularity !== '5m' && granularity !== '1h') return undefined;
  const length = STEP_SECONDS[granularity];
  return (offsetOf(to, zone) - offsetOf(midnightOf(from, zone), zone)) % length === 0 ? length : undefined;
}

/** Starts of the steps from the start of one up to `to`, exclusive. */
export function stepStarts(
  period: { readonly from: number; readonly to: number },
  granularity: Granularity,
  zone: string,
): readonly number[] {
  const { from, to } = period;
  const length = evenLength(period, granularity, zone);
  const next = (at: number): number =>
    length === undefined ? nextStepStart(at, granularity, zone) : at + length;
  const starts: number[] = [];
  for (let at = stepStart(from, granularity, zone); at < to; at = next(at)) starts.push(at);
  return starts;
}

/** Seconds from `from` to `to` that fall on some days of the week (1 Monday to 7 Sunday). */
export function secondsOnDays(
  { from, to }: { readonly from: number; readonly to: number },
  days: readonly number[],
  zone: string,
): number {
  let seconds = 0;
  for (let at = from; at < to;) {
    const next = Math.min(to, nextStepStart(at, '1d', zone));
    if (days.includes(zoned(at, zone).dayOfWeek)) seconds += next - at;
    at = next;
  }
  return seconds;
}
