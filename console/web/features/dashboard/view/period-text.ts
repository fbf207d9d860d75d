import type { DocumentPeriod } from '#schemas/dashboard/document.ts';
import { currentStart } from '#schemas/time/current-start.ts';

/** Longest period of an address in minutes: that of documents. */
const MAX_MINUTES = 366 * 24 * 60;

/** A period in the address: `1440` is the last 24 hours in minutes, `1763800000-1763886400` a fixed one in seconds since 1970. */
export const periodParameter = (period: DocumentPeriod): string =>
  period.kind === 'last' ? String(period.minutes) : `${String(period.from)}-${String(period.to)}`;

/** Undefined for a text that is no period. */
export function periodFrom(text: string | undefined): DocumentPeriod | undefined {
  const [, first = '', second] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(text ?? '') ?? [];
  if (first === '') return undefined;
  if (second === undefined) {
    const minutes = Number(first);
    return minutes >= 5 && minutes <= MAX_MINUTES ? { kind: 'last', minutes } : undefined;
  }
  const [from, to] = [Number(first), Number(second)];
  return from < to && to < 2 ** 32 ? { kind: 'fixed', from, to } : undefined;
}

/** Why a text in the address is no period; undefined: it is one, or there is none. */
export function periodFaultOf(text: string | undefined): 'reversed' | 'unreadable' | undefined {
  if (text === undefined || periodFrom(text) !== undefined) return undefined;
  const [, from, to] = /^(\d{1,10})-(\d{1,10})$/.exec(text) ?? [];
  return from !== undefined && Number(from) >= Number(to) ? 'reversed' : 'unreadable';
}

const STEP = 300;

/**
 * From and to of a period in seconds since 1970. One up to `now` (seconds) ends with a step of 5 minutes: readers who look at the same
 * time request the same.
 */
export function periodBounds(
  period: DocumentPeriod,
  now: number,
): { readonly from: number; readonly to: number } {
  if (period.kind === 'fixed') return { from: period.from, to: period.to };
  const to = Math.ceil(now / STEP) * STEP;
  return { from: to - period.minutes * 60, to };
}

/** Periods up to now that are offered, in minutes. */
export const offeredMinutes: readonly number[] = [
  60, 180, 360, 720, 1_440, 2_880, 10_080, 20_160, 43_200, 129_600,
];

/** Named periods that are offered. */
export const namedPeriods = ['today', 'yesterday', 'lastNight', 'month'] as const;
export type NamedPeriod = (typeof namedPeriods)[number];

const HOUR = 3_600;
/** A night is from 18:00 to 08:00, as in the events of a period. */
const NIGHT_STARTS = 18 * HOUR;
const NIGHT_ENDS = 8 * HOUR;

/**
 * The bounds of a named period in a zone, up to now at the latest (seconds since 1970): the night that ended last, or that lasts.
 */
export function namedPeriod(
  name: NamedPeriod,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): DocumentPeriod {
  const end = Math.ceil(now / STEP) * STEP;
  const midnight = currentStart(now, 'day', timeZone);
  const before = currentStart(midnight - 1, 'day', timeZone);
  const bounds: Readonly<Record<NamedPeriod, readonly [number, number]>> = {
    today: [midnight, end],
    yesterday: [before, midnight],
    lastNight: [before + NIGHT_STARTS, Math.min(end, midnight + NIGHT_ENDS)],
    month: [currentStart(now, 'month', timeZone), end],
  };
  const [from, to] = bounds[name];
  return { kind: 'fixed', from, to: Math.max(to, from + STEP) };
}

/** The same length earlier (-1) or later (1); never later than `now`, seconds since 1970. */
export function shiftedPeriod(period: DocumentPeriod, direction: -1 | 1, now: number): DocumentPeriod {
  const { from, to } = periodBounds(period, now);
  const length = to - from;
  const start = Math.min(from + direction * length, Math.ceil(now / STEP) * STEP - length);
  return { kind: 'fixed', from: start, to: start + length };
}
