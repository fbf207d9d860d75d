import type { FileCell, FileTable } from '#schemas/csv/table-file.ts';

/** A fact about a table: times are milliseconds since 1970. */
export type FactCell = FileCell | { readonly is: 'time'; readonly at: number };

/** A label and its values. */
export type FactLine = readonly FactCell[];

/** A table and what it is. */
export interface ExportedTable {
  readonly title: string;
  /** Of the times of its facts. */
  readonly timeZone: string;
  readonly table: FileTable;
  /** The second sheet of a workbook. */
  readonly facts: readonly FactLine[];
}

/**
 * Rows of a workbook: one of them takes a browser two seconds and half a gigabyte. A sheet of Excel has 1,048,576; CSV files have
 * all rows.
 */
export const WORKBOOK_ROWS = 100_000;

/** Rows that Excel opens of a file, its heading among them. */
export const SHEET_ROWS = 1_048_576;
