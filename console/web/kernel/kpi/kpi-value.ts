import { columnFormat } from '#schemas/unit/column-format.ts';
import type { ColumnFormat } from '#schemas/unit/column-format.ts';
import type { FigureStyle } from '#schemas/unit/figure.ts';
import { formatTyped, formatValue } from '#schemas/unit/format.ts';
import { formatMoment } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';

/** A date in the style that the user chose; values of other units are formatted by `format`. */
const dated = ({ unit }: Pick<FigureStyle, 'unit'>, language: Language, format: ColumnFormat): ColumnFormat =>
  unit === 'timestamp'
    ? (value) =>
        value === null || value === undefined ? format(value) : formatMoment(value * 1_000, language)
    : format;

/** A value of a KPI in its unit, “–” for none. */
export const kpiValue = (style: FigureStyle, value: number | null, language: Language): string =>
  dated(style, language, (shown) => formatValue(shown, style, language))(value);

/** A threshold of a KPI, or another number that a user typed, with all its digits. */
export const kpiThreshold = (
  { unit }: Pick<FigureStyle, 'unit'>,
  value: number,
  language: Language,
): string => dated({ unit }, language, (shown) => formatTyped(shown, unit, language))(value);

/** Returns the format of values of a KPI that are read one below the other: with equal decimals. */
export const kpiColumn = (
  values: readonly (number | null)[],
  style: FigureStyle,
  language: Language,
): ColumnFormat => dated(style, language, columnFormat(values, style, language));
