import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import type { DataResult, DataRow } from '#schemas/data/data-answer.ts';
import { unitLabels } from '#schemas/unit/unit.ts';
import { csvOf } from '#web/lib/csv.ts';
import { toLocalIso } from '#web/lib/local-time.ts';
import { partName, seriesName, unitOf } from '../dashlets/shared/chart-lines.ts';
import type { ChartWords } from '../dashlets/shared/chart-lines.ts';
import { aggregationNames } from '../edit/aggregation-names.ts';
import { elementKindNames } from '../element-kind-names.ts';

type Words = ChartWords & {
  readonly time: string;
  /** Names the values of the earlier period that a line is compared with. */
  readonly earlier: (name: string) => string;
};

type Cell = string | number | null;

const keysOf = ({ key, others }: DataRow, count: number, words: Words): readonly string[] =>
  others === true
    ? [words.others, ...Array.from({ length: Math.max(0, count - 1) }, () => '')]
    : key.map((part) => partName(part, words));

/**
 * A result as CSV: a line per row, or per row and step, with the words of the dashlet. Times as ISO 8601 in the time zone of the browser,
 * with their offset.
 */
export function csvOfResult(result: DataResult, asked: readonly DashletSeries[], words: Words): string {
  const { series, steps, rows } = result;
  const { language } = words;
  const attributes = rows.find(({ others }) => others !== true)?.key.map(({ attribute }) => attribute) ?? [];
  const units = series.map((_, index) => unitOf(result, asked, index));
  const names = series.map(({ kpi, aggregation }, index) => {
    const name = seriesName(asked[index] ?? { kpi, label: '' }, words);
    return `${name} (${aggregationNames[aggregation][language]}, ${unitLabels[units[index] ?? 'scalar'][language]})`;
  });
  const isCompared = rows.some(({ earlier }) => earlier !== undefined);
  const head = [
    ...attributes.map((attribute) => elementKindNames[attribute][language]),
    ...(steps === null ? [] : [words.time]),
    ...names,
    ...(isCompared ? names.map(words.earlier) : []),
  ];
  const cellOf = (value: number | null, index: number): Cell =>
    value !== null && units[index] === 'timestamp' ? toLocalIso(value * 1_000) : value;
  const lines = rows.flatMap((row): readonly (readonly Cell[])[] => {
    const keys = keysOf(row, attributes.length, words);
    const valuesAt = (step: number): readonly Cell[] =>
      [row.values, isCompared ? (row.earlier ?? row.values.map(() => [])) : []].flatMap((lists) =>
        lists.map((values, index) => cellOf(values[step] ?? null, index)),
      );
    return steps === null
      ? [[...keys, ...valuesAt(0)]]
      : steps.map((time, step) => [...keys, toLocalIso(time * 1_000), ...valuesAt(step)]);
  });
  return csvOf([head, ...lines]);
}
