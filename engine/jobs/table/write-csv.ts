import { csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { csvOfTable, type FileColumn, type FileRow } from '#schemas/csv/table-file.ts';
import type { DashletTable, ReportTables } from './read-report.ts';
import {
  dashletName,
  cellOf,
  keyOf,
  resultTable,
  tableSeries,
  unitText,
  type WordContext,
} from './result-table.ts';
import { tableWords } from './table-words.ts';

/** Values of a dashlet below each other: dashlets with different columns fit into one table. */
function longRows(table: DashletTable, context: WordContext): FileRow[] {
  const words = tableWords[context.language];
  const { page, result } = table;
  const series = tableSeries(table, context);
  const head = [page.number, dashletName(table, context)];
  const { steps } = result;
  return result.rows.flatMap((row) => {
    const element = keyOf(row, row.key.length, words).join(' · ');
    return series.flatMap((each, index): FileRow[] => {
      const facts = [each.name, each.aggregation, unitText(each.unit, context.language)];
      const line = (time: number | null, step: number): FileRow => [
        ...head,
        element,
        time,
        ...facts,
        cellOf(row.values[index]?.[step], each),
      ];
      return steps === null ? [line(null, 0)] : Array.from(steps, (at, step) => line(at * 1_000, step));
    });
  });
}

/**
 * The values of a report as a CSV file, in the dialect of its language. One dashlet has its own columns; those of several are a row per
 * value.
 */
export function csvOfReport(
  { tables, kpis }: ReportTables,
  language: WordContext['language'],
  timeZone: string,
): string {
  const context = { kpis, language };
  const form = { dialect: csvDialectOf(language), language };
  const [only] = tables;
  if (only !== undefined && tables.length === 1) return csvOfTable(resultTable(only, context), form);
  const words = tableWords[language];
  const value = (name: string): FileColumn => ({ is: 'value', name });
  const columns: readonly FileColumn[] = [
    value(words.page),
    value(words.dashlet),
    value(words.element),
    { is: 'time', name: words.time, timeZone },
    ...[words.series, words.aggregation, words.unit, words.value].map(value),
  ];
  return csvOfTable({ columns, rows: tables.flatMap((table) => longRows(table, context)) }, form);
}
