import { kpiColumn } from '#web/kernel/kpi/kpi-value.ts';
import type { Language } from '#web/lib/text.ts';
import type { LineStyle } from './chart-lines.ts';

/** Formats a value of a line; a missing one is “–”. */
export type LineFormat = (line: LineStyle, value: number | null) => string;

const keyOf = ({ unit, decimals, limits = [], timeZone }: LineStyle): string =>
  [unit, decimals, timeZone, ...limits].join(' ');

/** Returns the format of values that are read together: those of lines in the same style have equal decimals. */
export function lineFormat<Line extends LineStyle>(
  lines: readonly Line[],
  valuesOf: (line: Line, index: number) => readonly (number | null)[],
  language: Language,
): LineFormat {
  const groups = new Map<string, { readonly style: LineStyle; readonly values: (number | null)[] }>();
  lines.forEach((line, index) => {
    const group = groups.get(keyOf(line)) ?? { style: line, values: [] };
    group.values.push(...valuesOf(line, index));
    groups.set(keyOf(line), group);
  });
  const formats = new Map(
    [...groups].map(([key, { style, values }]) => [key, kpiColumn(values, style, language)]),
  );
  return (line, value) => (formats.get(keyOf(line)) ?? kpiColumn([value], line, language))(value);
}
