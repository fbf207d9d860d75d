import { offsetText, wallClock, wallDayText, wallTimeText } from '../time/wall-clock.ts';
import type { Language } from '../time/locale.ts';
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from './csv-text.ts';
import type { CsvDialect } from './csv-dialect.ts';

/** Null: no value. Times and days are milliseconds since 1970. */
export type FileCell = CsvCell;

export type FileColumn =
  | { readonly is: 'value'; readonly name: string }
  /** Numbers are times of a zone, and empty where they are none; texts stay as they are. */
  | { readonly is: 'time' | 'day'; readonly name: string; readonly timeZone: string };

export type FileRow = readonly FileCell[];

/** Rows in their order: a list, or rows that are made while they are read. */
export interface FileRows extends Iterable<FileRow> {
  readonly length: number;
}

/**
 * Rows of a workbook: one of them takes a browser two seconds and half a gigabyte. A sheet of Excel has 1,048,576; CSV files have
 * all rows.
 */
export const WORKBOOK_ROWS = 100_000;

/** A table to be written as a file. */
export interface FileTable {
  readonly columns: readonly FileColumn[];
  readonly rows: FileRows;
}

/** A time or day as the clocks of its zone show it, in milliseconds since 1970 at which UTC shows the same. */
export interface WrittenTime {
  readonly is: 'time' | 'day';
  readonly wall: number;
}
export type WrittenCell = FileCell | WrittenTime;

export const isWrittenTime = (cell: WrittenCell): cell is WrittenTime =>
  typeof cell === 'object' && cell !== null;

const offsetNames: Readonly<Record<Language, string>> = { en: 'UTC offset', fr: 'Décalage UTC' };

const isTime = (column: FileColumn): boolean => column.is === 'time';

/**
 * The headings of a file: a time or day names its zone, and behind each time is a column with its offset, which distinguishes the two hours that a
 * clock shows twice at the end of summer time.
 */
export function writtenHeading(columns: readonly FileColumn[], language: Language): readonly string[] {
  const isOnlyTime = columns.filter(isTime).length === 1;
  const offset = offsetNames[language];
  return columns.flatMap((column) => {
    if (column.is === 'value') return [column.name];
    const named = `${column.name} (${column.timeZone})`;
    return column.is === 'day' ? [named] : [named, isOnlyTime ? offset : `${column.name}: ${offset}`];
  });
}

type CellWriter = (cell: FileCell) => readonly WrittenCell[];

function cellWriterOf(column: FileColumn): CellWriter {
  if (column.is === 'value') return (cell) => [cell];
  const clock = wallClock(column.timeZone);
  const { is } = column;
  return (cell) => {
    const time = typeof cell === 'number' ? clock(cell) : null;
    const remaining = typeof cell === 'number' ? null : cell;
    const written = time === null ? remaining : { is, wall: time.wall };
    if (is === 'day') return [written];
    return [written, time === null ? null : offsetText(time.offset)];
  };
}

type RowWriter = (row: FileRow) => readonly WrittenCell[];

/** Returns what writes rows below the headings of `writtenHeading`. */
export function rowWriter(columns: readonly FileColumn[]): RowWriter {
  const writers = columns.map(cellWriterOf);
  return (row) => writers.flatMap((write, index) => write(row[index] ?? null));
}

const csvCellOf = (cell: WrittenCell): CsvCell =>
  isWrittenTime(cell) ? (cell.is === 'day' ? wallDayText(cell) : wallTimeText(cell)) : cell;

export interface CsvForm {
  readonly dialect: CsvDialect;
  /** Of the headings that a table does not have itself. */
  readonly language: Language;
}

/** The lines of a CSV file of these columns: its first one, with the byte order mark, and one of each row. */
export function csvLines(columns: readonly FileColumn[], { dialect, language }: CsvForm) {
  const write = rowWriter(columns);
  return {
    heading: BYTE_ORDER_MARK + csvLine(writtenHeading(columns, language), dialect),
    lineOf: (row: FileRow): string => csvLine(write(row).map(csvCellOf), dialect),
  };
}

/** A table as a CSV file. */
export function csvOfTable({ columns, rows }: FileTable, form: CsvForm): string {
  const { heading, lineOf } = csvLines(columns, form);
  return heading + Array.from(rows, lineOf).join('');
}
