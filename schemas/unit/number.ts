import type { Locale } from '../time/locale.ts';
import { ownDecimals, shownNumber, zero, type ShownNumber } from './digits.ts';

/** Keeps number and symbol on one line. */
export const NO_BREAK_SPACE = '\u00A0';

/** Shown where there is no value. */
export const NO_VALUE = '–';

/** SI prefixes (powers of 1000), also for bytes: 1 kB is 1,000 bytes. */
const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'] as const;

/** Decimals of a text: zeros at its end are shown up to the least of them. */
export interface Decimals {
  readonly least: number;
  readonly most: number;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating an Intl.NumberFormat costs a hundred times more than using it. */
function numberFormat(locale: Locale, { least, most }: Decimals): Intl.NumberFormat {
  const key = `${locale} ${least} ${most}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
  formats.set(key, made);
  return made;
}

/** Formats a number as it is shown: `99.95`, `> 99.99`. */
export function numberText({ number, mark }: ShownNumber, decimals: Decimals, locale: Locale): string {
  const text = numberFormat(locale, decimals).format(number);
  return mark === '' ? text : `${mark}${NO_BREAK_SPACE}${text}`;
}

/** Formats a number that stands alone; what is not zero never reads as zero. */
export function plainNumber(value: number, locale: Locale): string {
  const most = ownDecimals(value, [zero]);
  return numberText(shownNumber(value, most, [zero]), { least: 0, most }, locale);
}

/** Formats a number with one decimal, also where it is zero: `6.0`. */
export const tenths = (value: number, locale: Locale): string =>
  numberText(shownNumber(value, 1, [zero]), { least: 1, most: 1 }, locale);

export interface Scaled {
  readonly value: number;
  readonly prefix: (typeof prefixes)[number];
  /** By which the value was divided. */
  readonly divisor: number;
}

/** 999.6 becomes 1 k, so that no text shows “1,000 k”. */
const CARRIED_FROM = 999.5;

/** Scales a value to its SI prefix: from `from` on to the next. Below 1 no prefix is used. */
export function scale(value: number, from = CARRIED_FROM): Scaled {
  let step = 0;
  while (Math.abs(value / 1_000 ** step) >= from && step < prefixes.length - 1) step += 1;
  // Divided once, as the limits of the value are: to divide again and again rounds each time.
  const divisor = 1_000 ** step;
  return { value: value / divisor, prefix: prefixes[step] ?? '', divisor };
}
