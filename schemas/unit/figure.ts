import { SECOND_MS } from '../time/duration.ts';
import { type Locale, languageOf } from '../time/locale.ts';
import { hundred, limitAt, zero, type Bound } from './digits.ts';
import { exactDuration, longDuration, shortDuration, type LongDuration } from './duration.ts';
import { NO_BREAK_SPACE, NO_VALUE, scale } from './number.ts';
import type { Unit } from './unit.ts';

const symbols = {
  en: { scalar: '', byte: 'B', bps: 'bps', pps: 'pps', watt: 'W', celsius: '°C', rpm: 'rpm' },
  fr: { scalar: '', byte: 'o', bps: 'bit/s', pps: 'p/s', watt: 'W', celsius: '°C', rpm: 'tr/min' },
} as const;

/** The most decimals that can be set for a figure. */
export const mostDecimals = 6;

/** How a figure is shown. */
export interface FigureStyle {
  readonly unit: Unit;
  /** Decimals, 0 to `mostDecimals`; absent: those that the figure needs. */
  readonly decimals?: number | undefined;
  /** Thresholds that it is compared with: a figure on one side of them never reads as one that has reached them. */
  readonly limits?: readonly number[] | undefined;
  /** IANA zone of dates; absent: that of the machine. */
  readonly timeZone?: string | undefined;
}

/** A value in the unit in which it is shown: a number before a symbol, or a text that has no decimals. */
export type ShownFigure =
  | { readonly number: number; readonly symbol: string; readonly bounds: readonly Bound[] }
  | { readonly text: string };

/** The greatest distance from 1970 that a date can have (ECMA-262, time values). */
const MAX_DATE_MS = 8.64e15;

/** Formats `at`, milliseconds since 1970, in the zone of the machine or an IANA zone. */
export function formatTimestamp(at: number, locale: Locale, timeZone?: string): string {
  if (!(Math.abs(at) <= MAX_DATE_MS)) return NO_VALUE;
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', ...zone }).format(at);
}

const noLimits: readonly number[] = [];

interface WrittenStyle extends FigureStyle {
  /** A typed number reads as typed: 999,600 bps is 999.6 kbps, a duration has all its units. */
  readonly isExact?: boolean;
}

type Write = (value: number, style: WrittenStyle, locale: Locale) => ShownFigure;

/** A number in a unit by which it was divided, as its limits are. */
const divided = (
  { number, divisor, symbol }: { readonly number: number; readonly divisor: number; readonly symbol: string },
  { limits = noLimits }: FigureStyle,
  bounds: readonly Bound[] = [zero],
): ShownFigure => ({
  number,
  symbol,
  bounds: [...bounds, ...limits.filter((limit) => limit !== 0).map((limit) => limitAt(limit / divisor))],
});

const spaced = (symbol: string): string => (symbol === '' ? '' : `${NO_BREAK_SPACE}${symbol}`);

const scaled =
  (unit: Exclude<keyof (typeof symbols)['en'], 'celsius' | 'rpm'>): Write =>
  (value, style, locale) => {
    const { value: number, prefix, divisor } = scale(value, style.isExact === true ? 1_000 : undefined);
    const symbol = spaced(`${prefix}${symbols[languageOf(locale)][unit]}`);
    return divided({ number, divisor, symbol }, style);
  };

/** 4,200 rpm is never “4.2 krpm”. */
const unscaled =
  (unit: 'celsius' | 'rpm'): Write =>
  (number, style, locale) =>
    divided({ number, divisor: 1, symbol: spaced(symbols[languageOf(locale)][unit]) }, style);

const percents = { en: '%', fr: spaced('%') } as const;

/** A duration of a minute or more that is not near enough to a limit to be taken for it; else with all its units, marked where these are equal. */
function longText(
  durationMs: number,
  { text, roundedMs }: LongDuration,
  { limits, locale }: { readonly limits: readonly number[]; readonly locale: Locale },
): string {
  const near = limits.filter((limit) => Math.abs(limit - durationMs) <= roundedMs);
  if (near.length === 0) return text;
  const exact = exactDuration(durationMs, locale);
  const same = near.find((limit) => limit !== durationMs && exactDuration(limit, locale) === exact);
  return same === undefined ? exact : `${durationMs < same ? '<' : '>'}${NO_BREAK_SPACE}${exact}`;
}

/** Of milliseconds. */
const duration: Write = (durationMs, { limits = noLimits, isExact = false, ...style }, locale) => {
  const long = longDuration(durationMs, locale);
  if (long !== undefined)
    return {
      text: isExact ? exactDuration(durationMs, locale) : longText(durationMs, long, { limits, locale }),
    };
  const { divisor, symbol } = shortDuration(durationMs, isExact ? SECOND_MS : undefined);
  return divided({ number: durationMs / divisor, divisor, symbol: spaced(symbol) }, { ...style, limits });
};

/** Finite for every finite number of seconds. */
const inMs = (seconds: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, seconds * SECOND_MS));

const figures: Record<Unit, Write> = {
  scalar: scaled('scalar'),
  byte: scaled('byte'),
  bps: scaled('bps'),
  pps: scaled('pps'),
  watt: scaled('watt'),
  celsius: unscaled('celsius'),
  rpm: unscaled('rpm'),
  percent: (number, style, locale) =>
    divided({ number, divisor: 1, symbol: percents[languageOf(locale)] }, style, [zero, hundred]),
  second: (value, { limits = noLimits, ...style }, locale) =>
    duration(inMs(value), { ...style, limits: limits.map(inMs) }, locale),
  millisecond: duration,
  timestamp: (value, { timeZone }, locale) => ({
    text: formatTimestamp(value * SECOND_MS, locale, timeZone),
  }),
};

/** A finite value as it is shown in its unit. */
export const figureOf: Write = (value, style, locale) => figures[style.unit](value, style, locale);
