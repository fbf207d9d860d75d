import type { CsvForm, FileCell, FileColumn, FileRow, FileTable } from '#schemas/csv/table-file.ts';

/** A fact about a table: times are milliseconds since 1970. */
export type FactCell = FileCell | { readonly is: 'time'; readonly at: number };

/** A label and its values. */
export type FactLine = readonly FactCell[];

/** What a file says about its table, and how the table is written. */
export interface FileHead {
  readonly title: string;
  /** Of the times of its facts. */
  readonly timeZone: string;
  /** When the file was requested, milliseconds since 1970. */
  readonly madeAt: number;
  readonly columns: readonly FileColumn[];
  /** The second sheet of a workbook. */
  readonly facts: readonly FactLine[];
}

/** A table and what it is. */
export interface ExportedTable extends Omit<FileHead, 'columns'> {
  readonly table: FileTable;
}

export type TableFormat = 'csv' | 'xlsx';

export interface DownloadForm extends CsvForm {
  readonly format: TableFormat;
}

/** Writes one file. */
export interface TableWriter {
  /** Appends rows, in their order. */
  readonly add: (rows: readonly FileRow[]) => void;
  /** Returns the file with all rows so far. */
  readonly finish: () => Promise<Blob>;
}

/** Rows that Excel opens of a file, its heading among them. */
export const SHEET_ROWS = 1_048_576;
