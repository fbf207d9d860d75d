import type { FileCell, FileColumn, FileRow } from '#schemas/csv/table-file.ts';
import type { DataResult, DataRow, KeyPart } from '#schemas/data/data-result-size.ts';
import { factsIn, type KpiDirectory } from '#schemas/kpi/directory.ts';
import { aggregationLabels } from '#schemas/kpi/label/algebra-labels.ts';
import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import type { Language } from '#schemas/time/locale.ts';
import { unitLabels, type Unit } from '#schemas/unit/unit.ts';
import { tableWords, type FileWords } from './table-words.ts';
import type { DashletTable } from './read-report.ts';

export interface WordContext {
  readonly kpis: KpiDirectory;
  readonly language: Language;
}

const isOfDates = ({ aggregation }: DataResult['series'][number]): boolean =>
  aggregation === 'minimum date' || aggregation === 'maximum date';

/** A series of a result in words. */
export interface SeriesWords {
  readonly name: string;
  readonly aggregation: string;
  readonly unit: Unit | 'timestamp';
}

/** Series of a dashlet with their labels, units and aggregations. */
export function tableSeries(
  { dashlet, result }: DashletTable,
  { kpis, language }: WordContext,
): SeriesWords[] {
  const stated = (dashlet.settings as { readonly series?: readonly Partial<DashletSeries>[] }).series ?? [];
  return result.series.map((found, index) => {
    const { label = '', unit = found.unit } = stated[index] ?? {};
    const percentile = found.percentile === undefined ? '' : ` ${String(found.percentile)}`;
    return {
      name: label === '' ? factsIn(kpis, found.kpi)[language] : label,
      aggregation: `${aggregationLabels[found.aggregation][language]}${percentile}`,
      unit: isOfDates(found) ? 'timestamp' : unit,
    };
  });
}

/** A part of the key of a row in words. */
function partName({ attribute, id, name, hidden, deleted }: KeyPart, words: FileWords): string {
  if (hidden === true) return words.hidden;
  if (deleted === true) return name === null ? words.deletedElements : `${name} (${words.deleted})`;
  return name ?? (attribute === 'conversation' && id === 0 ? words.outside : words.unknown);
}

/** The key of a row, one text per attribute. */
export const keyOf = ({ key, others }: DataRow, count: number, words: FileWords): readonly string[] =>
  others === true
    ? [words.others, ...Array.from({ length: Math.max(0, count - 1) }, () => '')]
    : key.map((part) => partName(part, words));

export const unitText = (unit: SeriesWords['unit'], language: Language): string =>
  unit === 'timestamp' ? '' : unitLabels[unit][language];

/** A time in seconds as a cell of times, any other value as it is. */
export const cellOf = (value: number | null | undefined, { unit }: Pick<SeriesWords, 'unit'>): FileCell =>
  value === undefined || value === null ? null : unit === 'timestamp' ? value * 1_000 : value;

export interface ResultTable {
  readonly columns: readonly FileColumn[];
  readonly rows: readonly FileRow[];
}

function columnsOf(table: DashletTable, words: FileWords, context: WordContext): readonly FileColumn[] {
  const { result } = table;
  const { timeZone, steps, rows, display } = result;
  const attributes = rows.find(({ others }) => others !== true)?.key.map(({ attribute }) => attribute) ?? [];
  const isTime = display === '5m' || display === '1h';
  return [
    ...attributes.map((attribute): FileColumn => ({ is: 'value', name: words.attributes[attribute] })),
    ...(steps === null ? [] : [{ is: isTime ? 'time' : 'day', name: words.time, timeZone } as const]),
    ...tableSeries(table, context).map(({ name, aggregation, unit }): FileColumn => {
      const of = [aggregation, unitText(unit, context.language)].filter((part) => part !== '').join(', ');
      return unit === 'timestamp'
        ? { is: 'time', name: `${name} (${of})`, timeZone }
        : { is: 'value', name: `${name} (${of})` };
    }),
  ];
}

/** A result as a table: a row per row, or per row and step; numbers in the unit of their heading. */
export function resultTable(table: DashletTable, context: WordContext): ResultTable {
  const words = tableWords[context.language];
  const { steps, rows } = table.result;
  const series = tableSeries(table, context);
  const count = rows.find(({ others }) => others !== true)?.key.length ?? 0;
  return {
    columns: columnsOf(table, words, context),
    rows: rows.flatMap((row): FileRow[] => {
      const keys = keyOf(row, count, words);
      const valuesAt = (step: number): FileCell[] =>
        series.map((each, index) => cellOf(row.values[index]?.[step], each));
      return steps === null
        ? [[...keys, ...valuesAt(0)]]
        : Array.from(steps, (time, step) => [...keys, time * 1_000, ...valuesAt(step)]);
    }),
  };
}

/** The title of a dashlet, else what it shows, with the elements that its page is shown for. */
export function dashletName(table: DashletTable, context: WordContext): string {
  const { dashlet, page } = table;
  const title = dashlet.title === '' ? (tableSeries(table, context)[0]?.name ?? '') : dashlet.title;
  return [title, ...page.elements.map(({ label }) => label)].filter((part) => part !== '').join(' · ');
}
