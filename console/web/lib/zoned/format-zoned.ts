import { dateFormat } from '../format.ts';
import type { Language } from '../text.ts';

const minute = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

const minuteFormat = (timeZone: string, language: Language): Intl.DateTimeFormat =>
  dateFormat(language, `minute ${timeZone}`, { ...minute, timeZone });

const momentFormat = (timeZone: string, language: Language): Intl.DateTimeFormat =>
  dateFormat(language, `moment ${timeZone}`, { ...minute, year: 'numeric', timeZone });

/** Day, month, hours and minutes of a time in milliseconds, in a zone. */
export const formatZonedMinute = (ms: number, timeZone: string, language: Language): string =>
  minuteFormat(timeZone, language).format(ms);

/** Day and month of a time in milliseconds, in a zone, and its hours and minutes, where there may be room for one of them only. */
export const zonedDayAndTime = (
  ms: number,
  timeZone: string,
  language: Language,
): { readonly day: string; readonly time: string } => {
  const { day, month, ...clock } = minute;
  const dayFormat = dateFormat(language, `day ${timeZone}`, { day, month, timeZone });
  const timeFormat = dateFormat(language, `clock ${timeZone}`, { ...clock, timeZone });
  return { day: dayFormat.format(ms), time: timeFormat.format(ms) };
};

/** Day, month, year, hours and minutes of a time in milliseconds, in a zone. */
export const formatZonedMoment = (ms: number, timeZone: string, language: Language): string =>
  momentFormat(timeZone, language).format(ms);

export interface ZonedPeriod {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly now: number;
  readonly timeZone: string;
}

/** A range of minutes in a zone, with its years unless it lies in that of `now`. */
export function formatZonedPeriod({ from, until, now, timeZone }: ZonedPeriod, language: Language): string {
  const year = dateFormat('en', `year ${timeZone}`, { year: 'numeric', timeZone });
  const isThisYear = [from, until].every((ms) => year.format(ms) === year.format(now));
  return (isThisYear ? minuteFormat : momentFormat)(timeZone, language).formatRange(from, until);
}
