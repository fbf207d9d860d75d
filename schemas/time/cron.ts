/** A weekday of some weeks of a month: `5#2` the second Friday, `5L` the last one. */
export interface WeekdayOfMonth {
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly nth: number | 'L';
}

/** When an expression of five fields is due, by the clock of a zone. */
export interface CronPattern {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: ReadonlySet<number>;
  /** Undefined: not limited. */
  readonly days: ReadonlySet<number | 'L'> | undefined;
  readonly weekdays: readonly WeekdayOfMonth[] | undefined;
}

export type ParsedCron =
  | { readonly ok: true; readonly pattern: CronPattern }
  | { readonly ok: false; readonly fault: string };

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const fields = {
  minute: { name: 'minute', min: 0, max: 59 },
  hour: { name: 'hour', min: 0, max: 23 },
  day: { name: 'day of the month', min: 1, max: 31 },
  month: {
    name: 'month',
    min: 1,
    max: 12,
    names: ['', 'JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  weekday: {
    name: 'day of the week',
    min: 0,
    max: 7,
    names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
  },
} as const satisfies Record<string, Field>;

class CronFault extends Error {}

const fault = ({ name, min, max }: Field, part: string): CronFault =>
  new CronFault(`“${part}” is no ${name} (${String(min)} to ${String(max)})`);

function numberOf(field: Field, text: string, part: string): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  if (named >= 0 && text !== '') return named;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= field.min && value <= field.max)) throw fault(field, part);
  return value;
}

const isAll = (text: string): boolean => text === '*' || text === '?';

/** First and last number of `7`, `1-5` or `*`. With a step a single number is the first one. */
function endsOf(field: Field, range: string, hasStep: boolean): readonly [number, number] {
  if (isAll(range)) return [field.min, field.max];
  const [, first = '', last] = /^([^-]+)(?:-([^-]+))?$/.exec(range) ?? [];
  const from = numberOf(field, first, range);
  if (last !== undefined) return [from, numberOf(field, last, range)];
  return [from, hasStep ? field.max : from];
}

/** Numbers of one part: `7`, `1-5`, `*`, each also with a step, such as `10-50/20`. */
function rangeOf(field: Field, part: string): readonly number[] {
  const [, range = part, step] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
  const [from, to] = endsOf(field, range, step !== undefined);
  const every = Number(step ?? 1);
  if (every < 1 || to < from) throw fault(field, part);
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) => from + index * every);
}

const ascending = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].toSorted((one, other) => one - other);

const numbersOf = (field: Field, text: string): readonly number[] =>
  ascending(text.split(',').flatMap((part) => rangeOf(field, part)));

const daysOf = (text: string): CronPattern['days'] =>
  isAll(text)
    ? undefined
    : new Set(
        text
          .split(',')
          .flatMap((part): readonly (number | 'L')[] =>
            part.toUpperCase() === 'L' ? ['L'] : rangeOf(fields.day, part),
          ),
      );

/** Sunday is 0 and 7. */
const weekdayOf = (text: string, part: string): number => numberOf(fields.weekday, text, part) % 7;

function weekdaysIn(part: string): readonly WeekdayOfMonth[] {
  const last = /^(.+)L$/i.exec(part)?.[1];
  if (last !== undefined) return [{ weekday: weekdayOf(last, part), nth: 'L' }];
  const nth = /^(.+)#([1-5])$/.exec(part);
  if (nth !== null) return [{ weekday: weekdayOf(nth[1] ?? '', part), nth: Number(nth[2]) }];
  const days = ascending(rangeOf(fields.weekday, part).map((day) => day % 7));
  return days.flatMap((weekday) => [1, 2, 3, 4, 5].map((week) => ({ weekday, nth: week })));
}

/**
 * Reads an expression of five fields: minute, hour, day of the month, month, day of the week. Lists, ranges, steps, English names of months and
 * days, `L` for the last day of the month, `5#2` for its second and `5L` for its last Friday. With both kinds of days either is enough, as
 * crontab(5) says.
 */
export function parseCron(expression: string): ParsedCron {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== 5) return { ok: false, fault: 'five fields are needed' };
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  try {
    const pattern: CronPattern = {
      minutes: numbersOf(fields.minute, minute),
      hours: numbersOf(fields.hour, hour),
      days: daysOf(day),
      months: new Set(numbersOf(fields.month, month)),
      weekdays: isAll(weekday) ? undefined : weekday.split(',').flatMap((part) => weekdaysIn(part)),
    };
    return { ok: true, pattern };
  } catch (error) {
    if (error instanceof CronFault) return { ok: false, fault: error.message };
    throw error;
  }
}
