import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import {
  isWrittenTime,
  rowWriter,
  writtenHeading,
  type FileColumn,
  type WrittenCell,
} from '#schemas/csv/table-file.ts';
import { wallClock, wallDayText, wallTimeText } from '#schemas/time/wall-clock.ts';
import type { Language } from '#web/lib/text.ts';
import type { FactCell, FileHead, TableWriter } from './exported-table.ts';
import { sheetName } from './sheet-name.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const formats = { time: 'yyyy-mm-dd hh:mm:ss', day: 'yyyy-mm-dd' } as const;
const aboutNames: Readonly<Record<Language, string>> = { en: 'About', fr: 'À propos' };

/** Excel refuses a file with a longer text in a cell. */
const MAX_TEXT = 32_767;

/** Before it Excel counts a 29 February 1900 that was none. */
const FIRST_DATE = Date.UTC(1900, 2, 1);

/** `_x0041_` in a text is a character by its number (ECMA-376, ST_Xstring): a name that looks so stays a name. */
const textOf = (text: string): string => {
  const plain = text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT - 1)}…` : plain;
};

/** Numbers that are not finite are empty; a date that Excel does not know is a text. */
function cellValue(cell: WrittenCell): CellValue {
  if (typeof cell === 'string') return textOf(cell);
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (!isWrittenTime(cell)) return null;
  if (cell.wall >= FIRST_DATE) return new Date(cell.wall);
  return cell.is === 'day' ? wallDayText(cell) : wallTimeText(cell);
}

const [MIN_WIDTH, MAX_WIDTH, TIME_WIDTH] = [9, 60, 20];
/** Rows that decide how wide a column is. */
const MEASURED = 200;

const widthOf = (value: CellValue | undefined): number =>
  value instanceof Date ? TIME_WIDTH : String(value ?? '').length + 2;

const widths = (rows: readonly (readonly CellValue[])[]): number[] =>
  (rows[0] ?? []).map((_, column) =>
    rows
      .slice(0, MEASURED)
      .reduce((width, row) => Math.min(MAX_WIDTH, Math.max(width, widthOf(row[column]))), MIN_WIDTH),
  );

type Styles = NonNullable<WriteSheet['cells']>;
const placeOf = (row: number, column: number): string => `${String(row)},${String(column)}`;

type SheetRow = readonly CellValue[];

interface DataSheet {
  readonly name: string;
  readonly columns: readonly FileColumn[];
  readonly heading: readonly string[];
  readonly rows: readonly SheetRow[];
}

/** The sheet of the table, below its frozen heading. */
function dataSheet({ name, columns, heading, rows }: DataSheet): WriteSheet {
  const lines: SheetRow[] = [heading];
  for (const row of rows) lines.push(row);
  const wide = widths(lines);
  // A time is followed by its offset.
  const numFmts = columns.flatMap(({ is }) =>
    is === 'value' ? [undefined] : is === 'day' ? [formats.day] : [formats.time, undefined],
  );
  const bold: Styles = new Map(
    heading.map((value, column) => [placeOf(0, column), { value, style: { font: { bold: true } } }]),
  );
  return {
    name,
    rows: lines as CellValue[][],
    cells: bold,
    freezePane: { rows: 1 },
    columns: heading.map((_, column) => ({
      width: wide[column] ?? MIN_WIDTH,
      ...(numFmts[column] !== undefined && { numFmt: numFmts[column] }),
    })),
  };
}

/** The sheet that says what the table is. */
function factSheet({ facts, timeZone }: FileHead, name: string): WriteSheet {
  const clock = wallClock(timeZone);
  const written = (cell: FactCell | undefined): WrittenCell => {
    if (typeof cell !== 'object' || cell === null) return cell ?? null;
    const time = clock(cell.at);
    return time === null ? null : { is: cell.is, wall: time.wall };
  };
  const wide = Math.max(0, ...facts.map((line) => line.length));
  const lines = facts.map((line) => Array.from({ length: wide }, (_, column) => written(line[column])));
  const rows = lines.map((line) => line.map(cellValue));
  const times: Styles = new Map(
    lines.flatMap((line, row) =>
      line.flatMap((cell, column) =>
        isWrittenTime(cell)
          ? [[placeOf(row, column), { value: cellValue(cell), style: { numFmt: formats[cell.is] } }]]
          : [],
      ),
    ),
  );
  return { name, rows, cells: times, columns: widths(rows).map((width) => ({ width })) };
}

/** Writes a workbook (XLSX) of two sheets: the table with real numbers and dates, and what it is. */
export function workbookWriter(head: FileHead, language: Language): TableWriter {
  const about = aboutNames[language];
  const { columns, title, madeAt } = head;
  const write = rowWriter(columns);
  const rows: SheetRow[] = [];
  return {
    add(more) {
      for (const row of more) rows.push(write(row).map(cellValue));
    },
    async finish() {
      const heading = writtenHeading(columns, language).map(textOf);
      const bytes = await writeXlsx({
        sheets: [
          dataSheet({ name: sheetName(title, about), columns, heading, rows }),
          factSheet(head, about),
        ],
        properties: { title, created: new Date(madeAt), modified: new Date(madeAt) },
      });
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX });
    },
  };
}
