import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import { dateAtMs } from '#platform/clock/time.ts';
import { isWrittenTime, rowWriter, writtenHeading, type WrittenCell } from '#schemas/csv/table-file.ts';
import { wallClock } from '#schemas/time/wall-clock.ts';
import type { RenderParameters } from '#schemas/rendering/rendering.ts';
import type { ReportTables } from './read-report.ts';
import { dashletName, resultTable, type ResultTable, type WordContext } from './result-table.ts';
import { tableWords } from './table-words.ts';

const formats = { time: 'yyyy-mm-dd hh:mm:ss', day: 'yyyy-mm-dd' } as const;
/** Excel refuses a longer name of a sheet, and a longer text in a cell. */
const MAX_SHEET_NAME = 31;
const MAX_TEXT = 32_767;
const WIDTH = 20;

/** Cells are typed: a text that looks like a formula is a text. `_x0041_` would be a character by its number (ECMA-376, ST_Xstring). */
function textOf(text: string): string {
  const plain = text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT - 1)}…` : plain;
}

function cellValue(cell: WrittenCell): CellValue {
  if (typeof cell === 'string') return textOf(cell);
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  return isWrittenTime(cell) ? dateAtMs(cell.wall) : null;
}

/** A name that no other sheet has, without what Excel refuses. */
function sheetName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[\p{C}\\/?*[\]:']/gu, ' ').trim() || '–';
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${String(number)})`;
    const tried = `${plain.slice(0, MAX_SHEET_NAME - end.length)}${end}`;
    if (taken.has(tried.toLowerCase())) continue;
    taken.add(tried.toLowerCase());
    return tried;
  }
}

function sheetOf(
  name: string,
  { columns, rows }: ResultTable,
  language: WordContext['language'],
): WriteSheet {
  const heading = writtenHeading(columns, language).map(textOf);
  const write = rowWriter(columns);
  const numFmts = columns.flatMap(({ is }) =>
    is === 'value' ? [undefined] : is === 'day' ? [formats.day] : [formats.time, undefined],
  );
  return {
    name,
    rows: [heading, ...rows.map((row) => write(row).map(cellValue))],
    cells: new Map(
      heading.map((value, column) => [`0,${String(column)}`, { value, style: { font: { bold: true } } }]),
    ),
    freezePane: { rows: 1 },
    columns: heading.map((_, column) => {
      const numFmt = numFmts[column];
      return { width: WIDTH, ...(numFmt !== undefined && { numFmt }) };
    }),
  };
}

/** What the workbook leaves out, in words: pages behind the last one, and rows of dashlets. */
function leftOut(
  { tables, cutAfter }: Pick<ReportTables, 'tables' | 'cutAfter'>,
  names: readonly string[],
  language: WordContext['language'],
): CellValue[][] {
  const words = tableWords[language];
  const number = new Intl.NumberFormat(language);
  const ofDashlets = tables.flatMap(({ result: { rows, rowCount } }, index): CellValue[][] =>
    rows.length < rowCount
      ? [[names[index] ?? '', words.cutRows(number.format(rows.length), number.format(rowCount))]]
      : [],
  );
  return cutAfter === undefined ? ofDashlets : [[words.cutPages(number.format(cutAfter))], ...ofDashlets];
}

/** What the workbook is about: report, period and zone, and what it leaves out. */
function aboutSheet(
  { name }: Pick<ReportTables, 'name'>,
  { from, to, timeZone, language }: RenderParameters,
  { sheet, left }: { readonly sheet: string; readonly left: CellValue[][] },
): WriteSheet {
  const words = tableWords[language];
  const clock = wallClock(timeZone);
  const time = (seconds: number): CellValue => {
    const wall = clock(seconds * 1_000)?.wall;
    return wall === undefined ? null : dateAtMs(wall);
  };
  const rows: CellValue[][] = [
    [words.report, textOf(name)],
    [words.from, time(from)],
    [words.until, time(to)],
    [words.zone, timeZone],
    [words.percent],
    ...left,
  ];
  const styled = [1, 2].map(
    (row) =>
      [`${String(row)},1`, { value: rows[row]?.[1] ?? null, style: { numFmt: formats.time } }] as const,
  );
  return { name: sheet, rows, cells: new Map(styled), columns: [{ width: WIDTH }, { width: 2 * WIDTH }] };
}

/** The values of a report as a workbook: a sheet per dashlet with real numbers and dates, and one about the report. */
export async function xlsxOfReport(read: ReportTables, parameters: RenderParameters): Promise<Buffer> {
  const { language } = parameters;
  const context = { kpis: read.kpis, language };
  const taken = new Set<string>();
  const about = sheetName(tableWords[language].about, taken);
  const names = read.tables.map((table) =>
    sheetName(`${String(table.page.number)} ${dashletName(table, context)}`, taken),
  );
  const sheets = read.tables.map((table, index) =>
    sheetOf(names[index] ?? '', resultTable(table, context), language),
  );
  const left = leftOut(read, names, language);
  const bytes = await writeXlsx({
    sheets: [...sheets, aboutSheet(read, parameters, { sheet: about, left })],
    properties: { title: read.name },
  });
  return Buffer.from(bytes);
}
