import { SECOND_MS } from '../time/duration.ts';
import { type Locale, languageOf } from '../time/locale.ts';
import { formatDuration } from './duration.ts';
import { NO_BREAK_SPACE, NO_VALUE, percentNumber, plainNumber, scaledNumber } from './number.ts';
import type { Unit } from './unit.ts';

const symbols = {
  en: { byte: 'B', bps: 'bps', pps: 'pps', watt: 'W', celsius: '°C', rpm: 'rpm' },
  fr: { byte: 'o', bps: 'bit/s', pps: 'p/s', watt: 'W', celsius: '°C', rpm: 'tr/min' },
} as const;

/** The greatest distance from 1970 that a date can have (ECMA-262, time values). */
const MAX_DATE_MS = 8.64e15;

/** Formats `at`, milliseconds since 1970, in the zone of the machine or an IANA zone. */
export function formatTimestamp(at: number, locale: Locale, timeZone?: string): string {
  if (!(Math.abs(at) <= MAX_DATE_MS)) return NO_VALUE;
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', ...zone }).format(at);
}

type Writer = (value: number, locale: Locale) => string;

const scaled =
  (unit: keyof (typeof symbols)['en']): Writer =>
  (value, locale) =>
    scaledNumber(value, symbols[languageOf(locale)][unit], locale);

/** 4,200 rpm is never “4.2 krpm”. */
const unscaled =
  (unit: 'celsius' | 'rpm'): Writer =>
  (value, locale) =>
    `${plainNumber(value, locale)}${NO_BREAK_SPACE}${symbols[languageOf(locale)][unit]}`;

const writers: Record<Unit, Writer> = {
  scalar: (value, locale) => scaledNumber(value, '', locale),
  byte: scaled('byte'),
  bps: scaled('bps'),
  pps: scaled('pps'),
  celsius: unscaled('celsius'),
  rpm: unscaled('rpm'),
  watt: scaled('watt'),
  percent: percentNumber,
  second: (value, locale) => formatDuration(value * SECOND_MS, locale),
  millisecond: formatDuration,
  timestamp: (value, locale) => formatTimestamp(value * SECOND_MS, locale),
};

/**
 * Formats a value in its unit, on screens and in notifications alike: percent from 0 to 100, second and millisecond as durations,
 * timestamp in seconds since 1970, the others with SI prefixes. A missing or non-finite value is “–”.
 */
export const formatValue = (value: number | null | undefined, unit: Unit, locale: Locale): string =>
  typeof value === 'number' && Number.isFinite(value) ? writers[unit](value, locale) : NO_VALUE;
