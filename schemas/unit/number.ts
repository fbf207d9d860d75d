import type { Locale } from '../time/locale.ts';

/** Keeps number and symbol on one line. */
export const NO_BREAK_SPACE = '\u00A0';

/** Shown where there is no value. */
export const NO_VALUE = '–';

/** SI prefixes (powers of 1000), also for bytes: 1 kB is 1,000 bytes. */
const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'] as const;

const formats = new Map<string, Intl.NumberFormat>();

/** Creating an Intl.NumberFormat costs a hundred times more than using it. */
function numberFormat(locale: Locale, style: 'decimal' | 'percent', digits: number): Intl.NumberFormat {
  const key = `${locale} ${style} ${digits}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(locale, { style, maximumFractionDigits: digits });
  formats.set(key, made);
  return made;
}

/** Returns the decimals for three significant digits from 1 on: 1.23, 12.3, 123. */
function decimalsOf(size: number): number {
  if (size >= 100) return 0;
  if (size >= 10) return 1;
  return size >= 1 || size === 0 ? 2 : 3;
}

/** Formats a number in the locale; a negative value that rounds to zero has no sign. */
export function plainNumber(value: number, locale: Locale): string {
  const digits = decimalsOf(Math.abs(value));
  const rounded = Math.round(value * 10 ** digits) / 10 ** digits;
  return numberFormat(locale, 'decimal', digits).format(rounded === 0 ? 0 : value);
}

/** Formats a number with one decimal, also where it is zero: `6.0`. */
export const tenths = (value: number, locale: Locale): string =>
  value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a percentage (0 to 100) with three significant digits. */
export function percentNumber(percent: number, locale: Locale): string {
  const digits = decimalsOf(Math.abs(percent));
  const rounded = Math.round(percent * 10 ** digits) / 10 ** digits;
  return numberFormat(locale, 'percent', digits).format(rounded === 0 ? 0 : percent / 100);
}

export interface Scaled {
  readonly value: number;
  readonly prefix: (typeof prefixes)[number];
}

/** Scales a value to its SI prefix; 999.6 becomes 1 k, so that no text shows “1,000 k”. Below 1 no prefix is used. */
export function scale(value: number): Scaled {
  let scaled = value;
  let step = 0;
  while (Math.abs(scaled) >= 999.5 && step < prefixes.length - 1) {
    scaled /= 1_000;
    step += 1;
  }
  return { value: scaled, prefix: prefixes[step] ?? '' };
}

/** Formats “1.23 Mbps”; without symbol “1.23 M” or “123”. */
export function scaledNumber(value: number, symbol: string, locale: Locale): string {
  const { value: scaled, prefix } = scale(value);
  const text = plainNumber(scaled, locale);
  const unit = `${prefix}${symbol}`;
  return unit === '' ? text : `${text}${NO_BREAK_SPACE}${unit}`;
}
