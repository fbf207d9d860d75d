import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { openArchive } from './open-archive.ts';
import type { Archive } from './open-archive.ts';
import { isEmptyRow, SharedCells, UnreadableFileError } from './sheet.ts';
import type { OddCell, Sheet, SheetRow } from './sheet.ts';
import { findSheet, readDateStyles, readPart, readSharedTexts } from './xlsx-parts.ts';

const { maxLines, maxColumns, maxCell } = provisioningLimits;
/** Rows of a sheet, empty ones among them: no spreadsheet has more, and hundreds of megabytes of them would take minutes. */
const MAX_ROWS = 1_048_576;
/** Merged areas that are filled: more are no table. */
const MAX_MERGED = 50_000;

interface ReadCell {
  column: number;
  type: string;
  style: number;
  value: string;
}

/** The position of `BC12` in its row, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
const rowOf = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 0);

interface Styles {
  readonly texts: readonly string[];
  readonly dates: ReadonlySet<number>;
}

/** Numbers are stored with binary rounding: 48.8566 as 48.856600000000000. */
const numberText = (value: string): string => {
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? value : String(Number(number.toPrecision(15)));
};

/** Cells by their type (ECMA-376 Part 1, §18.18.11). A formula counts as the value that the spreadsheet stored with it. */
const readers: Readonly<Record<string, (cell: ReadCell, styles: Styles) => string | OddCell>> = {
  s: ({ value }, { texts }) => (texts[Number(value)] ?? '').trim(),
  e: ({ value }) => ({ code: 'IMPORT_CELL_ERROR', value }),
  d: ({ value }) => ({ code: 'IMPORT_CELL_DATE', value }),
  b: ({ value }) => (value === '1' ? 'true' : 'false'),
  str: ({ value }) => value.trim(),
  inlineStr: ({ value }) => value.trim(),
  n: ({ value, style }, { dates }) =>
    value !== '' && dates.has(style) ? { code: 'IMPORT_CELL_DATE', value } : numberText(value),
};

interface MergedArea {
  readonly from: readonly [row: number, column: number];
  readonly to: readonly [row: number, column: number];
}

function areaOf(reference: string): MergedArea | undefined {
  const [from = '', to = from] = reference.split(':');
  const area: MergedArea = { from: [rowOf(from), columnOf(from)], to: [rowOf(to), columnOf(to)] };
  return area.from[0] > 0 && area.from[1] >= 0 && area.to[1] < maxColumns ? area : undefined;
}

/** Collects the rows of a sheet from its XML events. */
class RowCollector {
  readonly rows: SheetRow[] = [];
  readonly merged: MergedArea[] = [];
  readonly #styles: Styles;
  readonly #shared = new SharedCells();
  #line = 0;
  #opened = 0;
  #cells: string[] = [];
  #odd: Map<number, OddCell> | undefined;
  #cell: ReadCell | undefined;
  #inValue = false;

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') this.#openRow(Number(attributes['r'] ?? this.#line + 1));
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v' || name === 't') this.#inValue = true;
    else if (name === 'mergeCell' && this.merged.length < MAX_MERGED) {
      const area = areaOf(attributes['ref'] ?? '');
      if (area !== undefined) this.merged.push(area);
    }
  };

  readonly text = (text: string): void => {
    if (this.#inValue && this.#cell !== undefined && this.#cell.value.length < maxCell * 2)
      this.#cell.value += text;
  };

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#inValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  };

  #openRow(line: number): void {
    if ((this.#opened += 1) > MAX_ROWS)
      throw new UnreadableFileError('IMPORT_TOO_MANY_LINES', { max: maxLines });
    this.#line = Number.isSafeInteger(line) ? line : this.#line + 1;
    this.#cells = [];
    this.#odd = undefined;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const reference = attributes['r'];
    const column = reference === undefined ? this.#cells.length : columnOf(reference);
    this.#cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' };
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined || cell.column < 0 || cell.column >= maxColumns) return;
    while (this.#cells.length < cell.column) this.#cells.push('');
    const read = readers[cell.type]?.(cell, this.#styles) ?? cell.value.trim();
    this.#cells[cell.column] = this.#shared.of(typeof read === 'string' ? read : read.value);
    if (typeof read !== 'string') (this.#odd ??= new Map()).set(cell.column, read);
  }

  #closeRow(): void {
    const row = { line: this.#line, cells: this.#cells, ...(this.#odd && { odd: this.#odd }) };
    // Empty rows stay until merged cells have been filled.
    if (this.rows.length > maxLines && !isEmptyRow(row))
      throw new UnreadableFileError('IMPORT_TOO_MANY_LINES', { max: maxLines });
    if (this.rows.length <= maxLines) this.rows.push(row);
  }
}

/**
 * Only the first cell of a merged area has a value: it counts for all rows of the area. Merged across columns, it is one value.
 */
function fillMerged(rows: readonly SheetRow[], areas: readonly MergedArea[]): void {
  const byLine = new Map(rows.map((row) => [row.line, row.cells as string[]]));
  let budget = maxLines * 10;
  for (const { from, to } of areas) {
    const [first, column] = from;
    const value = byLine.get(first)?.[column] ?? '';
    for (let line = first + 1; line <= to[0] && value !== '' && budget > 0; line += 1) {
      budget -= 1;
      fillCell(byLine.get(line), column, value);
    }
  }
}

function fillCell(cells: string[] | undefined, column: number, value: string): void {
  if (cells === undefined) return;
  while (cells.length <= column) cells.push('');
  if (cells[column] === '') cells[column] = value;
}

async function readRows(archive: Archive, part: string): Promise<readonly SheetRow[]> {
  const styles = { texts: await readSharedTexts(archive), dates: await readDateStyles(archive) };
  const collector = new RowCollector(styles);
  await readPart(archive, part, collector);
  fillMerged(collector.rows, collector.merged);
  return collector.rows.filter((row) => !isEmptyRow(row));
}

/**
 * Reads the first visible sheet of an XLSX workbook (ECMA-376). Formulas count as their stored values, merged cells as their value in
 * each row. Throws UnreadableFileError.
 */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  const archive = await openArchive(bytes);
  const { name, part } = await findSheet(archive);
  const [heading, ...rows] = await readRows(archive, part);
  if (heading === undefined) throw new UnreadableFileError('IMPORT_FILE_EMPTY');
  return { source: { kind: 'xlsx', encoding: '', separator: '', sheet: name }, heading, rows };
}
