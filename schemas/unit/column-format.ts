import type { Locale } from '../time/locale.ts';
import { columnDecimals, exactDecimals } from './digits.ts';
import { figureOf, type ShownFigure, type FigureStyle } from './figure.ts';
import { figureText, formatValue, hasValue } from './format.ts';
import { NO_VALUE } from './number.ts';
import type { Unit } from './unit.ts';

/** Formats a value of a column; a missing one is “–”. */
export type ColumnFormat = (value: number | null | undefined) => string;

type NumberFigure = Extract<ShownFigure, { readonly number: number }>;

/** Figures by their symbol: each prefix has decimals of its own. */
function bySymbol(figures: readonly ShownFigure[]): ReadonlyMap<string, readonly NumberFigure[]> {
  const found = new Map<string, NumberFigure[]>();
  for (const figure of figures) {
    if ('text' in figure) continue;
    const known = found.get(figure.symbol);
    if (known === undefined) found.set(figure.symbol, [figure]);
    else known.push(figure);
  }
  return found;
}

type DecimalsOf = (figures: readonly NumberFigure[]) => number;

const ofColumn: DecimalsOf = (figures) =>
  columnDecimals(
    figures.map(({ number }) => number),
    figures[0]?.bounds ?? [],
  );

const ofAxis: DecimalsOf = (figures) =>
  figures.reduce((most, { number, bounds }) => Math.max(most, exactDecimals(number, bounds)), 0);

function equalDecimals(
  values: readonly (number | null | undefined)[],
  figure: (value: number) => ShownFigure,
  { decimalsOf, locale }: { readonly decimalsOf: DecimalsOf; readonly locale: Locale },
): ColumnFormat {
  const groups = bySymbol(values.filter(hasValue).map(figure));
  const known = new Map([...groups].map(([symbol, figures]) => [symbol, decimalsOf(figures)]));
  return (value) => {
    if (!hasValue(value)) return NO_VALUE;
    const own = (one: NumberFigure) => {
      const decimals = known.get(one.symbol) ?? decimalsOf([one]);
      return { least: decimals, most: decimals };
    };
    return figureText(figure(value), own, locale);
  };
}

/**
 * Returns the format of values that are read one below the other: those with the same prefix have equal decimals, zeros at their end included.
 * With decimals in the style these are used.
 */
export function columnFormat(
  values: readonly (number | null | undefined)[],
  style: Unit | FigureStyle,
  locale: Locale,
): ColumnFormat {
  const { decimals, ...remaining }: FigureStyle = typeof style === 'string' ? { unit: style } : style;
  if (decimals !== undefined) return (value) => formatValue(value, { ...remaining, decimals }, locale);
  const figure = (value: number): ShownFigure => figureOf(value, remaining, locale);
  return equalDecimals(values, figure, { decimalsOf: ofColumn, locale });
}

/** Returns the format of the ticks of an axis: with all their digits and equal decimals. */
export const axisFormat = (ticks: readonly number[], unit: Unit, locale: Locale): ColumnFormat =>
  equalDecimals(ticks, (tick) => figureOf(tick, { unit, isExact: true }, locale), {
    decimalsOf: ofAxis,
    locale,
  });
