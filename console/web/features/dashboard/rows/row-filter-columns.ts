import type { DataResult } from '#schemas/data/data-result-size.ts';
import { groupAttributesIn, type GroupAttribute } from '#schemas/data/key-attribute.ts';
import type { LineFilter } from '#schemas/data/line-filter.ts';
import { isOfDates } from '#schemas/dashboard/dashlet-parts.ts';
import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { formatTyped } from '#schemas/unit/format.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import { seriesNames, unitOf, type ChartWords } from '../dashlets/shared/chart-lines.ts';

/** A column whose values or names the rows of a table are filtered by. */
export type LineFilterColumn =
  | { readonly id: string; readonly name: string; readonly key: GroupAttribute }
  | { readonly id: string; readonly name: string; readonly series: number; readonly unit: Unit };

/** The columns that can be filtered: neither steps nor dates of an extreme. */
export function lineFilterColumns(
  settings: Pick<DashletSettings<'table'>, 'keys' | 'series'>,
  result: DataResult,
  words: ChartWords,
): readonly LineFilterColumn[] {
  const keys = groupAttributesIn(settings.keys).map((key) => ({
    id: `key ${key}`,
    name: elementKindNames[key][words.language],
    key,
  }));
  if (settings.keys.includes('date')) return keys;
  const names = seriesNames(settings.series, words, result.series);
  const series = settings.series.flatMap((each, index) => {
    const unit = unitOf(result, settings.series, index);
    return isOfDates(each)
      ? []
      : [{ id: `series ${String(index)}`, name: names[index] ?? '', series: index, unit }];
  });
  return [...keys, ...series];
}

/** The filter of a column among those of a table. */
export const lineFilterOf = (
  column: LineFilterColumn,
  filters: readonly LineFilter[],
): LineFilter | undefined =>
  filters.find((filter) =>
    'key' in filter
      ? 'key' in column && column.key === filter.key
      : 'series' in column && column.series === filter.series,
  );

/** A condition on a value as a reader sees it: `≥ 80 %`. */
export const valueConditionText = (
  { operator, value }: Extract<LineFilter, { series: number }>,
  unit: Unit,
  language: ChartWords['language'],
): string =>
  `${operator.replace('>=', '≥').replace('<=', '≤').replace('!=', '≠')} ${formatTyped(value, unit, language)}`;
