import type { Annotation } from '#schemas/annotation/annotation.ts';
import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import type { DataResult, DataRow } from '#schemas/data/data-result-size.ts';
import type { FileCell, FileColumn, FileRow, FileTable } from '#schemas/csv/table-file.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { granularityLabels } from '#schemas/time/granularity.ts';
import { unitLabels } from '#schemas/unit/unit.ts';
import type { FactCell, FactLine } from '#web/lib/export/exported-table.ts';
import { madeRows } from '#web/lib/export/made-rows.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { partName, unitOf, type ChartWords } from '../dashlets/shared/chart-lines.ts';
import { aggregationNames, percentileName } from '../edit/aggregation-names.ts';
import { overPhrase } from '../provenance/over-phrase.ts';
import { annotationsWithin } from '#web/kernel/annotation/annotation-place.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import type { en } from './texts/en.ts';

export type TableWords = ChartWords & {
  readonly text: Translate<typeof en>;
  /** Names the values of the earlier period that a line is compared with. */
  readonly earlier: (name: string) => string;
  /** Of a chart over time; none: no column. */
  readonly annotations?: readonly Annotation[];
};

type Series = readonly DashletSeries[];

const keysOf = ({ key, others }: DataRow, count: number, words: TableWords): readonly string[] =>
  others === true
    ? [words.others, ...Array.from({ length: Math.max(0, count - 1) }, () => '')]
    : key.map((part) => partName(part, words));

/** The column of the starts of the steps: days where a step is at least one. */
function stepColumn({ display, timeZone }: DataResult, { text }: TableWords): FileColumn {
  if (display === '5m' || display === '1h') return { is: 'time', name: text('time'), timeZone };
  return { is: 'day', name: text(`start-${display}`), timeZone };
}

/** What a series is called, and how its values were aggregated. */
function seriesWords(result: DataResult, series: Series, { kpis, language }: TableWords) {
  return result.series.map((found, index) => {
    const { label = '', over }: Partial<Series[number]> = series[index] ?? {};
    const facts = factsIn(kpis, found.kpi);
    const parts = [
      found.percentile === undefined
        ? aggregationNames[found.aggregation][language]
        : percentileName(found.percentile, language),
      overPhrase(facts, { stated: over, found }, language),
    ];
    return {
      name: label === '' ? facts[language] : label,
      aggregation: parts.filter((part) => part !== undefined).join(', '),
    };
  });
}

/** A column per series. Numbers are in the unit of the heading: a percentage is one from 0 to 100. */
const valueColumns = (result: DataResult, series: Series, words: TableWords): readonly FileColumn[] =>
  seriesWords(result, series, words).map(({ name, aggregation }, index) => {
    const unit = unitOf(result, series, index);
    return unit === 'timestamp'
      ? { is: 'time', name: `${name} (${aggregation})`, timeZone: result.timeZone }
      : { is: 'value', name: `${name} (${aggregation}, ${unitLabels[unit][words.language]})` };
  });

const cellOf = (value: number | null, { is }: FileColumn): FileCell =>
  value !== null && is === 'time' ? value * 1_000 : value;

/** Keys of a row, and its lists of values: those of the period, then those of the earlier one. */
interface RowCells {
  readonly keys: readonly string[];
  readonly lists: readonly DataRow['values'][];
}

/** What users noted in each step, as it begins in it or in a step before; undefined without annotations. */
function notesOfSteps(
  { steps, to }: DataResult,
  annotations: readonly Annotation[] = [],
): readonly string[] | undefined {
  if (steps === null || annotations.length === 0) return undefined;
  return steps.map((from, index) =>
    annotationsWithin(annotations, { from, to: steps[index + 1] ?? to })
      .map(({ text, author }) => `${text} (${author})`)
      .join('\n'),
  );
}

/** A line per row, or per row and step. */
function* linesOf(
  { steps, rows }: DataResult,
  values: readonly FileColumn[],
  {
    ofRow,
    notes,
  }: { readonly ofRow: (row: DataRow) => RowCells; readonly notes: readonly string[] | undefined },
): Generator<FileRow> {
  for (const row of rows) {
    const { keys, lists } = ofRow(row);
    const valuesAt = (step: number): FileRow =>
      lists.flatMap((ofPeriod) =>
        ofPeriod.map((list, index) => cellOf(list[step] ?? null, values[index] ?? { is: 'value', name: '' })),
      );
    if (steps === null) yield [...keys, ...valuesAt(0)];
    else
      for (const [step, time] of steps.entries())
        yield [...keys, time * 1_000, ...valuesAt(step), ...(notes === undefined ? [] : [notes[step] ?? ''])];
  }
}

/**
 * A result as a table: a row per row, or per row and step, with the words of the dashlet. Times and days are those of the zone of the
 * result.
 */
export function tableOfResult(result: DataResult, series: Series, words: TableWords): FileTable {
  const { steps, rows } = result;
  const attributes = rows.find(({ others }) => others !== true)?.key.map(({ attribute }) => attribute) ?? [];
  const values = valueColumns(result, series, words);
  const notes = notesOfSteps(result, words.annotations);
  const isCompared = rows.some(({ earlier }) => earlier !== undefined);
  const columns: readonly FileColumn[] = [
    ...attributes.map((attribute): FileColumn => ({
      is: 'value',
      name: elementKindNames[attribute][words.language],
    })),
    ...(steps === null ? [] : [stepColumn(result, words)]),
    ...values,
    ...(isCompared ? values.map((column) => ({ ...column, name: words.earlier(column.name) })) : []),
    ...(notes === undefined ? [] : [{ is: 'value', name: words.text('annotations') } as const]),
  ];
  const ofRow = (row: DataRow): RowCells => ({
    keys: keysOf(row, attributes.length, words),
    lists: [row.values, isCompared ? (row.earlier ?? row.values.map(() => [])) : []],
  });
  const length = rows.length * (steps?.length ?? 1);
  return { columns, rows: madeRows(length, () => linesOf(result, values, { ofRow, notes })) };
}

/** What a workbook says about a result: period, granularity, and the KPIs with their units. */
export function factsOfResult(result: DataResult, series: Series, words: TableWords): readonly FactLine[] {
  const { text, language } = words;
  const time = (seconds: number): FactCell => ({ is: 'time', at: seconds * 1_000 });
  const units = result.series.map((_, index) => unitOf(result, series, index));
  return [
    [text('from'), time(result.from)],
    [text('until'), time(result.to)],
    [text('granularity'), granularityLabels[result.display][language]],
    [],
    [text('kpi'), text('id'), text('aggregation'), text('unit')],
    ...seriesWords(result, series, words).map(({ name, aggregation }, index) => [
      name,
      result.series[index]?.kpi ?? '',
      aggregation,
      unitLabels[units[index] ?? 'scalar'][language],
    ]),
    ...(units.includes('percent') ? [[], [text('percent')]] : []),
  ];
}
