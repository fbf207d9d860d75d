import { fold } from './fold.ts';

const months: readonly (readonly string[])[] = [
  ['january', 'jan', 'janvier', 'janv'],
  ['february', 'feb', 'fevrier', 'fevr', 'fev'],
  ['march', 'mar', 'mars'],
  ['april', 'apr', 'avril', 'avr'],
  ['may', 'mai'],
  ['june', 'jun', 'juin'],
  ['july', 'jul', 'juillet', 'juil'],
  ['august', 'aug', 'aout'],
  ['september', 'sept', 'sep', 'septembre'],
  ['october', 'oct', 'octobre'],
  ['november', 'nov', 'novembre'],
  ['december', 'dec', 'decembre'],
];
const monthOf: ReadonlyMap<string, number> = new Map(
  months.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

/** Words without meaning in a date: days of the week, articles, endings of ordinal numbers. */
const fillers = new Set(
  (
    'monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun ' +
    'lundi mardi mercredi jeudi vendredi samedi dimanche lun mer jeu ven sam dim ' +
    'the of le du de st nd rd th er'
  ).split(' '),
);

const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const isYear = (digits: string): boolean => /^(\d\d|[12]\d{3})$/.test(digits);
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

function isDay(day: string, month: number, year: string): boolean {
  if (!/^\d{1,2}$/.test(day) || !isYear(year)) return false;
  const days = longest[month - 1] ?? 0;
  // The century of a two-digit year is unknown: 29 February is accepted.
  const last = month === 2 && year.length === 4 && !isLeap(Number(year)) ? 28 : days;
  return Number(day) >= 1 && Number(day) <= last;
}

const isMonthNumber = (digits: string): boolean => /^\d{1,2}$/.test(digits);

/** Day, month and year in any usual order. */
function isNumeric([first = '', second = '', third = '']: readonly string[]): boolean {
  const orders = [
    [first, second, third],
    [second, first, third],
    [third, second, first],
  ] as const;
  return orders.some(([day, month, year]) => isMonthNumber(month) && isDay(day, Number(month), year));
}

/** Splits digits without separators into day, month and year. */
function cuts(digits: string): readonly (readonly string[])[] {
  const cut = (...lengths: readonly number[]): readonly string[] => {
    let at = 0;
    return lengths.map((length) => digits.slice(at, (at += length)));
  };
  if (digits.length === 6) return [cut(2, 2, 2)];
  return digits.length === 8 ? [cut(2, 2, 4), cut(4, 2, 2)] : [];
}

/** The month as a word, with day and year in either order, or the year alone. */
function isWritten(numbers: readonly string[], month: number): boolean {
  const [first = '', second] = numbers;
  if (second === undefined) return isYear(first) && first.length === 4;
  return isDay(first, month, second) || isDay(second, month, first);
}

/**
 * Whether a text is a date and nothing else: `14/07/1989`, `1989-07-14`, `140789`, `July 14th, 1989`, `le 14 juillet 1989`,
 * `vendredi14juillet1989`, `juillet 1989`, with any separators or none.
 */
export function isDate(text: string): boolean {
  const parts = (fold(text).match(/\d+|\p{L}+/gu) ?? []).filter((part) => !fillers.has(part));
  const numbers = parts.filter((part) => /^\d/.test(part));
  const words = parts.filter((part) => !/^\d/.test(part));
  if (words.length === 1 && numbers.length <= 2) {
    const month = monthOf.get(withoutFillers(words[0] ?? ''));
    return month !== undefined && isWritten(numbers, month);
  }
  if (words.length > 0) return false;
  if (numbers.length === 3) return isNumeric(numbers);
  return numbers.length === 1 && cuts(numbers[0] ?? '').some((cut) => isNumeric(cut));
}

/** Fillers attached to the month: `thjuly`, `ermai`. */
function withoutFillers(word: string): string {
  const filler = [...fillers].find((each) => word.startsWith(each) && monthOf.has(word.slice(each.length)));
  return filler === undefined ? word : word.slice(filler.length);
}
