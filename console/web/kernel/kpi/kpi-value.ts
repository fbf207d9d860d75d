import { columnFormat, type ColumnFormat } from '#schemas/unit/column-format.ts';
import type { FigureStyle } from '#schemas/unit/figure.ts';
import { formatTyped, formatValue, hasValue } from '#schemas/unit/format.ts';
import { formatMoment } from '#web/lib/format.ts';
import { formatZonedMoment } from '#web/lib/zoned/format-zoned.ts';
import type { Language } from '#web/lib/text.ts';

type DateStyle = Pick<FigureStyle, 'unit' | 'timeZone'>;

/** A date in the style that the user chose, in the zone of the style, else in that of the browser; values of other units are formatted by `format`. */
function dated({ unit, timeZone }: DateStyle, language: Language, format: ColumnFormat): ColumnFormat {
  if (unit !== 'timestamp') return format;
  return (value) => {
    if (!hasValue(value)) return format(value);
    const ms = value * 1_000;
    return timeZone === undefined ? formatMoment(ms, language) : formatZonedMoment(ms, timeZone, language);
  };
}

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
