import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { openArchive, type Archive } from './open-archive.ts';
import {
  isEmptyRow,
  SharedCells,
  UnreadableFileError,
  type OddCell,
  type Sheet,
  type SheetRow,
} from './sheet.ts';
import { formattedNumber } from './number-format.ts';
import { decodedText, findSheet, readFormats, readPart, readSharedTexts } from './xlsx-parts.ts';

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
  /** Number formats by style; undefined: a date. */
  readonly formats: readonly (string | undefined)[];
}

/** From here on a spreadsheet has rounded an integer: it calculates with 15 digits. */
const ROUNDED = 1e15;

function numberCell(value: string, format: string): string | OddCell {
  const number = Number(value);
  if (value === '' || Number.isNaN(number)) return value;
  if (Math.abs(number) >= ROUNDED) return { code: 'IMPORT_CELL_DIGITS', value };
  // Numbers are stored with binary rounding: 48.8566 as 48.856600000000000.
  const shown = formattedNumber(String(Number(number.toPrecision(15))), format);
  return shown.text ?? { code: 'IMPORT_CELL_FORMAT', value: `${value} (${format})`, number: shown.number };
}

/** Cells by their type (ECMA-376 Part 1, §18.18.11). A formula counts as the value that the spreadsheet stored with it. */
const readers: Readonly<Record<string, (cell: ReadCell, styles: Styles) => string | OddCell>> = {
  s: ({ value }, { texts }) => (texts[Number(value)] ?? '').trim(),
  e: ({ value }) => ({ code: 'IMPORT_CELL_ERROR', value }),
  d: ({ value }) => ({ code: 'IMPORT_CELL_DATE', value }),
  b: ({ value }) => (value === '1' ? 'true' : 'false'),
  str: ({ value }) => decodedText(value).trim(),
  inlineStr: ({ value }) => decodedText(value).trim(),
  n({ value, style }, { formats }) {
    const format = style in formats ? formats[style] : 'General';
    if (format !== undefined) return numberCell(value, format);
    return value === '' ? '' : { code: 'IMPORT_CELL_DATE', value };
  },
};

/** ECMA-376 writes a Boolean in two ways. */
const isTrue = (text: string): boolean => ['1', 'true'].includes(text);

/** A row whose merged cells are not filled yet. */
interface CollectedRow extends SheetRow {
  readonly cells: string[];
  odd?: Map<number, OddCell>;
}

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
  readonly rows: CollectedRow[] = [];
  readonly merged: MergedArea[] = [];
  readonly hiddenColumns = new Set<number>();
  readonly #styles: Styles;
  readonly #shared = new SharedCells();
  #line = 0;
  #opened = 0;
  #isHidden = false;
  #cells: string[] = [];
  #odd: Map<number, OddCell> | undefined;
  #cell: ReadCell | undefined;
  #inValue = false;

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') this.#openRow(attributes);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v' || name === 't') this.#inValue = true;
    else if (name === 'col') this.#openColumns(attributes);
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

  /** Columns with the same properties, from 1. */
  #openColumns({ min, max, hidden = '' }: Readonly<Record<string, string>>): void {
    if (!isTrue(hidden)) return;
    const last = Math.min(Number(max), maxColumns);
    for (let column = Math.max(1, Number(min)); column <= last; column += 1)
      this.hiddenColumns.add(column - 1);
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    const line = Number(attributes['r'] ?? this.#line + 1);
    this.#isHidden = isTrue(attributes['hidden'] ?? '');
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
    const row: CollectedRow = {
      line: this.#line,
      cells: this.#cells,
      ...(this.#odd && { odd: this.#odd }),
      ...(this.#isHidden && { isHidden: true }),
    };
    // Empty rows stay until merged cells have been filled.
    if (this.rows.length > maxLines && !isEmptyRow(row))
      throw new UnreadableFileError('IMPORT_TOO_MANY_LINES', { max: maxLines });
    if (this.rows.length <= maxLines) this.rows.push(row);
  }
}

/**
 * Only the first cell of a merged area has a value: it counts for all rows of the area. Merged across columns, it is one value.
 */
function fillMerged(rows: readonly CollectedRow[], areas: readonly MergedArea[]): void {
  const byLine = new Map(rows.map((row) => [row.line, row] as const));
  let budget = maxLines * 10;
  for (const { from, to } of areas) {
    const [first, column] = from;
    const source = byLine.get(first);
    for (
      let line = first + 1;
      line <= to[0] && (source?.cells[column] ?? '') !== '' && budget > 0;
      line += 1
    ) {
      budget -= 1;
      fillCell(byLine.get(line), column, source);
    }
  }
}

/** What is odd about a merged value is so in each of its rows. */
function fillCell(row: CollectedRow | undefined, column: number, source: CollectedRow | undefined): void {
  if (row === undefined || source === undefined) return;
  while (row.cells.length <= column) row.cells.push('');
  if (row.cells[column] !== '') return;
  row.cells[column] = source.cells[column] ?? '';
  const odd = source.odd?.get(column);
  if (odd !== undefined) (row.odd ??= new Map()).set(column, odd);
}

async function readRows(
  archive: Archive,
  part: string,
): Promise<{ readonly rows: readonly SheetRow[]; readonly hiddenColumns: ReadonlySet<number> }> {
  const styles = { texts: await readSharedTexts(archive), formats: await readFormats(archive) };
  const collector = new RowCollector(styles);
  await readPart(archive, part, collector);
  fillMerged(collector.rows, collector.merged);
  return {
    rows: collector.rows.filter((row) => !isEmptyRow(row)),
    hiddenColumns: collector.hiddenColumns,
  };
}

/**
 * Reads the first visible sheet of an XLSX workbook (ECMA-376). Formulas count as their stored values, merged cells as their value in
 * each row. Throws UnreadableFileError.
 */
export async function readXlsx(bytes: Uint8Array): Promise<Sheet> {
  const archive = await openArchive(bytes);
  const { name, part } = await findSheet(archive);
  const { rows: all, hiddenColumns } = await readRows(archive, part);
  const [heading, ...rows] = all;
  if (heading === undefined) throw new UnreadableFileError('IMPORT_FILE_EMPTY');
  return { source: { kind: 'xlsx', encoding: '', separator: '', sheet: name }, heading, rows, hiddenColumns };
}
