import { fromZonedInput, toZonedInput } from './zoned-input.ts';

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Value of a `datetime-local` input, in the time zone of the browser. */
export const toLocalTime = (ms: number): string => toZonedInput(ms, ownZone());

/** Milliseconds since 1970; undefined when the text is not a time (yet). */
export const fromLocalTime = (text: string): number | undefined => fromZonedInput(text, ownZone());

/** The full hour on the day of `now`, or some days later, in the time zone of the browser. */
export function hourOfDay(now: number, hour: number, days = 0): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hour).getTime();
}

const NIGHT_STARTS = 18;
const NIGHT_ENDS = 8;

/** The last night from 18:00 to 08:00 in the time zone of the browser, milliseconds. Before 08:00 it has not ended: it lasts until now. */
export const lastNight = (now: number): { readonly from: number; readonly to: number } => ({
  from: hourOfDay(now, NIGHT_STARTS, -1),
  to: Math.min(now, hourOfDay(now, NIGHT_ENDS)),
});

/** Day of the week in the time zone of the browser; Sunday is 0. */
export const weekdayOf = (ms: number): number => new Date(ms).getDay();

/** Every time zone of the browser, including UTC. */
export const zones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The zones to choose from, with one that is stored and may be unknown to this browser. */
export const zonesWith = (stored: string | null | undefined): readonly string[] =>
  typeof stored === 'string' ? [...new Set([...zones(), stored])] : zones();
