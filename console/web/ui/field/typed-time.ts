/** Date and time, a time of day, or a day. */
export type TimeKind = 'datetime-local' | 'time' | 'date';

const two = (value: number | string): string => String(value).padStart(2, '0');
const daysOf = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** Order of typed dates: day first, or month first as in American dates. */
export type DayOrder = 'day' | 'month';

const MONTH_FIRST = /^(?<month>\d{1,2})[/.-](?<day>\d{1,2})[/.-](?<year>\d{4})$/;
const DAY_FIRST = /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})$/;
/** ISO 8601, as pasted from an address or a log. */
const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;
const CLOCK = /^(?<hour>\d{1,2})(?:h|[:h](?<minute>\d{2}))$/;

function readDay(text: string, order: DayOrder): string | undefined {
  const written = order === 'day' ? DAY_FIRST : MONTH_FIRST;
  const { day, month, year } = (written.exec(text) ?? YEAR_FIRST.exec(text))?.groups ?? {};
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const isDay = m >= 1 && m <= 12 && d >= 1 && y >= 1970 && d <= daysOf(y, m);
  return isDay ? `${String(y)}-${two(m)}-${two(d)}` : undefined;
}

function readClock(text: string): string | undefined {
  const { hour, minute = '00' } = CLOCK.exec(text)?.groups ?? {};
  return Number(hour) <= 23 && Number(minute) <= 59 ? `${two(hour ?? '')}:${minute}` : undefined;
}

/** The typed text as the value of a native input of that kind; undefined when it is not a time (yet). */
export function readTime(typed: string, kind: TimeKind, order: DayOrder = 'day'): string | undefined {
  const text = typed.trim();
  if (kind === 'time') return readClock(text);
  if (kind === 'date') return readDay(text, order);
  const [first = '', second = ''] = text.split(/(?:,\s*|\s+|T)/);
  const [day, clock] = [readDay(first, order), readClock(second)];
  return day === undefined || clock === undefined ? undefined : `${day}T${clock}`;
}

/** The value of a native input as typed text: day or month first, 24 hours. A day has no time. */
export function shownTime(value: string, kind: TimeKind, order: DayOrder = 'day'): string {
  if (kind === 'time') return value.slice(0, 5);
  const [, year, month, day, clock = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(value) ?? [];
  return year === undefined
    ? ''
    : [(order === 'day' ? [day, month, year] : [month, day, year]).join('/'), clock].join(' ').trim();
}
