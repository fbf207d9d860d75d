import type { Language } from '#schemas/time/locale.ts';
import { datesLocale } from './dates.ts';

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };

const cache = new Map<string, Intl.DateTimeFormat>();
export function dateFormat(
  language: Language,
  name: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const locale = datesLocale(language);
  const key = `${locale} ${name}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  cache.set(key, made);
  return made;
}

const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const day = { day: 'numeric', month: 'short' } as const;

/** Hours, minutes and seconds of a time in milliseconds. */
export const formatTime = (ms: number, language: Language): string =>
  dateFormat(language, 'time', time).format(ms);

/** Day, month and time of a time in milliseconds. */
export const formatDateTime = (ms: number, language: Language): string =>
  dateFormat(language, 'day-time', { ...day, ...time }).format(ms);

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Hours and minutes of a time in milliseconds. */
export const formatClock = (ms: number, language: Language): string =>
  dateFormat(language, 'clock', clock).format(ms);

/** Hours and minutes of a time, with its day unless it is the day of `now`; milliseconds. */
export const formatShortTime = (ms: number, now: number, language: Language): string =>
  formatDate(ms, language) === formatDate(now, language)
    ? formatClock(ms, language)
    : formatMinute(ms, language);

const minute = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Day, month, hours and minutes. */
export const formatMinute = (ms: number, language: Language): string =>
  dateFormat(language, 'minute', minute).format(ms);

/** A range of minutes; a shared day is written once. */
export const formatMinutes = (from: number, until: number, language: Language): string =>
  dateFormat(language, 'minute', minute).formatRange(from, until);

/** Day, month, year, hours and minutes: for times that may be long ago. */
export const formatMoment = (ms: number, language: Language): string =>
  dateFormat(language, 'moment', { ...minute, year: 'numeric' }).format(ms);

/** With year and seconds, where the order of events matters. */
export const formatInstant = (ms: number, language: Language): string =>
  dateFormat(language, 'instant', { ...day, year: 'numeric', ...time }).format(ms);

/** A time among others of its kind: without the day of `now`, and without its year; milliseconds. */
export function formatNear(ms: number, now: number, language: Language): string {
  if (formatDate(ms, language) === formatDate(now, language)) return formatTime(ms, language);
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear();
  return isThisYear ? formatDateTime(ms, language) : formatInstant(ms, language);
}

/** Day, short month and year of a time in milliseconds. */
export const formatDay = (ms: number, language: Language): string =>
  dateFormat(language, 'day', { ...day, year: 'numeric' }).format(ms);

/** In French the first day of a month is an ordinal number: `1er décembre`. */
export const withFirstDay = (date: string, language: Language): string =>
  language === 'fr' ? date.replace(/(?<!\d)1 (?=\p{L})/u, '1er ') : date;

/** Day, month and year of a time in milliseconds. */
export const formatDate = (ms: number, language: Language): string =>
  withFirstDay(
    dateFormat(language, 'date', { day: 'numeric', month: 'long', year: 'numeric' }).format(ms),
    language,
  );

/** A tick of a time axis; without the hour on a long axis. */
export const formatTick = (ms: number, language: Language, isLong: boolean): string => {
  const days = { weekday: 'short', ...day } as const;
  return isLong
    ? dateFormat(language, 'tick-day', days).format(ms)
    : dateFormat(language, 'tick-hour', {
        ...days,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(ms);
};

/** A count; measured figures have decimals of their own (`schemas/unit/format.ts`). */
export function formatNumber(count: number, language: Language): string {
  return count.toLocaleString(locales[language], { maximumFractionDigits: 0 });
}
