import { formatDateTime, formatDuration, formatNumber } from './format.ts';
import type { Language } from './text.ts';

export type ValueUnit =
  | 'scalar'
  | 'byte'
  | 'bps'
  | 'percent'
  | 'second'
  | 'millisecond'
  | 'timestamp'
  | 'pps';

const prefixes = ['', 'k', 'M', 'G', 'T', 'P'] as const;

/** SI steps of 1,000: a throughput is never shown in binary units. */
function scaled(value: number, name: string, language: Language): string {
  const size = Math.abs(value);
  const step = size < 1_000 ? 0 : Math.min(prefixes.length - 1, Math.floor(Math.log10(size) / 3));
  const shown = value / 1_000 ** step;
  const digits = Math.abs(shown) < 10 && step > 0 ? 2 : 1;
  return `${formatNumber(shown, language, digits)}\u00a0${prefixes[step] ?? ''}${name}`;
}

const bytes: Record<Language, string> = { en: 'B', fr: 'o' };
const rates: Record<Language, string> = { en: 'bps', fr: 'bit/s' };

const writers: Readonly<Record<ValueUnit, (value: number, language: Language) => string>> = {
  percent: (value, language) => `${formatNumber(value, language, 1)}${language === 'fr' ? '\u00a0' : ''}%`,
  bps: (value, language) => scaled(value, rates[language], language),
  byte: (value, language) => scaled(value, bytes[language], language),
  pps: (value, language) => scaled(value, language === 'fr' ? 'p/s' : 'pps', language),
  second: (value, language) => formatDuration(value * 1_000, language),
  millisecond: (value, language) => `${formatNumber(value, language, value < 10 ? 2 : 0)}\u00a0ms`,
  timestamp: (value, language) => formatDateTime(value * 1_000, language),
  scalar: (value, language) => formatNumber(value, language, 2),
};

/** A measured value with its unit, in the manner of the language. */
export const formatValue = (value: number, unit: ValueUnit, language: Language): string =>
  writers[unit](value, language);

/** A bare figure in few signs: `122.1 M`. */
export const formatCompact = (value: number, language: Language): string =>
  scaled(value, '', language).trimEnd();
