import type { Locale } from '../time/locale.ts';
import { exactDecimals, ownDecimals, shownNumber } from './digits.ts';
import { figureOf, type ShownFigure, type FigureStyle } from './figure.ts';
import { NO_VALUE, numberText, type Decimals } from './number.ts';
import type { Unit } from './unit.ts';

export const hasValue = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

type NumberFigure = Extract<ShownFigure, { readonly number: number }>;

/** The text of a figure with the decimals that its number needs. */
export function figureText(
  figure: ShownFigure,
  decimalsOf: (figure: NumberFigure) => Decimals,
  locale: Locale,
): string {
  if ('text' in figure) return figure.text;
  const decimals = decimalsOf(figure);
  const shown = shownNumber(figure.number, decimals.most, figure.bounds);
  return `${numberText(shown, decimals, locale)}${figure.symbol}`;
}

const alone = ({ number, bounds }: NumberFigure): Decimals => ({
  least: 0,
  most: ownDecimals(number, bounds),
});
const exact = ({ number, bounds }: NumberFigure): Decimals => ({
  least: 0,
  most: exactDecimals(number, bounds),
});

/**
 * Formats a measured value in its unit, on screens and in notifications alike: percent from 0 to 100, second and millisecond as durations,
 * timestamp in seconds since 1970, the others with SI prefixes. What is not zero never reads as zero, nor what is not 100 % as 100 %
 * (docs/adr/0073-precision-of-displayed-values.md). A missing or non-finite value is “–”.
 */
export function formatValue(
  value: number | null | undefined,
  style: Unit | FigureStyle,
  locale: Locale,
): string {
  if (!hasValue(value)) return NO_VALUE;
  const { decimals, ...remaining }: FigureStyle = typeof style === 'string' ? { unit: style } : style;
  const fixed = decimals === undefined ? alone : () => ({ least: decimals, most: decimals });
  return figureText(figureOf(value, remaining, locale), fixed, locale);
}

/** Formats a threshold, or another number that a user typed, with all its digits: 99.992 %, 1.234567 Mbps. */
export const formatTyped = (value: number | null | undefined, unit: Unit, locale: Locale): string =>
  hasValue(value) ? figureText(figureOf(value, { unit, isExact: true }, locale), exact, locale) : NO_VALUE;

const PERCENT = 100;

/** Formats how much of a task is done, from 0 to 1, in whole percents: 100 % when it ends and 0 % before it begins only. */
export function formatProgress(part: number, locale: Locale): string {
  const percent = PERCENT * part;
  const done = percent < 1 ? percent : Math.floor(percent);
  return formatValue(done, { unit: 'percent', decimals: 0 }, locale);
}
