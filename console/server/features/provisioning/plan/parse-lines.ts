import { originalCell } from '#schemas/csv/harmless-cell.ts';
import { clientIdPattern } from '#schemas/customer/customer.ts';
import {
  definitionOf,
  importFieldNames,
  importLevels,
  nameColumns,
  type ImportCell,
  type ImportField,
  type ImportLevel,
  type ImportMapping,
} from '#schemas/provisioning/import-columns.ts';
import type { ImportFault } from '#schemas/provisioning/import-run.ts';
import type { Sheet, SheetRow } from '../file/sheet.ts';
import { asLine } from '#schemas/text/line.ts';
import { parseCell, type ImportedValue } from './parse-cell.ts';

/** A column of the import and its position in the file, from 0. */
export interface PlacedColumn {
  readonly column: ImportField;
  readonly at: number;
}

/** Parsed cells of a line by their column; a list takes a tenth of the memory of a map. */
export class LineValues {
  readonly #columns: readonly PlacedColumn[];
  readonly #cells: readonly (ImportedValue | undefined)[];

  constructor(columns: readonly PlacedColumn[], cells: readonly (ImportedValue | undefined)[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  get(column: ImportField): ImportedValue | undefined {
    return this.#cells[this.#columns.findIndex((placed) => placed.column === column)];
  }

  has(column: ImportField): boolean {
    return this.get(column) !== undefined;
  }

  entries(): readonly (readonly [ImportField, ImportedValue])[] {
    return this.#columns.flatMap(({ column }, at) => {
      const value = this.#cells[at];
      return value === undefined ? [] : [[column, value] as const];
    });
  }
}

const noFaults: readonly ImportFault[] = [];

/** A line of the file with its parsed cells; empty ones are left out. */
export interface ParsedLine {
  readonly line: number;
  readonly values: LineValues;
  /** The innermost level that the line names. */
  readonly level: ImportLevel;
  readonly faults: readonly ImportFault[];
}

type CellFault = Omit<ImportFault, 'line'>;

/** The columns of the import by the headings of the file, or the faults of the assignment. */
export function placeColumns(
  { heading, hiddenColumns }: Pick<Sheet, 'heading' | 'hiddenColumns'>,
  mapping: ImportMapping,
): { readonly columns: readonly PlacedColumn[]; readonly faults: readonly ImportFault[] } {
  const faults: ImportFault[] = [];
  const here = { line: heading.line, column: 0 } as const;
  const columns = importFieldNames.flatMap((column) => {
    const name = mapping[column];
    if (name === undefined || name === '') return [];
    // Headings are read as lines.
    const written = asLine(name);
    const at = heading.cells.indexOf(written);
    const again = heading.cells.indexOf(written, at + 1);
    if (hiddenColumns?.has(at) === true)
      faults.push({
        line: heading.line,
        column: at + 1,
        field: column,
        code: 'IMPORT_COLUMN_HIDDEN',
        params: { name },
      });
    if (at >= 0 && again < 0) return [{ column, at }];
    const code = at < 0 ? 'IMPORT_COLUMN_UNKNOWN' : 'IMPORT_COLUMN_REPEATED';
    faults.push({ line: heading.line, column: again + 1, field: column, code, params: { name } });
    return at < 0 ? [] : [{ column, at }];
  });
  const has = (level: ImportLevel): boolean => columns.some(({ column }) => column === nameColumns[level]);
  const needed = importLevels.filter(
    (level, at) =>
      !has(level) &&
      (at === 0 || columns.some(({ column }) => importLevels.indexOf(definitionOf(column).level) >= at)),
  );
  for (const level of needed)
    faults.push({
      ...here,
      field: nameColumns[level],
      code: 'IMPORT_COLUMN_MISSING',
      params: { field: nameColumns[level] },
    });
  return { columns, faults };
}

const numeric: ReadonlySet<ImportCell> = new Set(['latitude', 'longitude', 'network', 'bandwidth']);
const isNumeric = (column: ImportField): boolean => numeric.has(definitionOf(column).cell);

interface ParsedOne {
  readonly value?: ImportedValue;
  readonly fault?: CellFault;
}

function parseOne({ cells, odd }: SheetRow, { column, at }: PlacedColumn): ParsedOne {
  const strange = odd?.get(at);
  const number = isNumeric(column) ? strange?.number : undefined;
  const place = { column: at + 1, field: column };
  if (strange !== undefined && number === undefined)
    return { fault: { ...place, code: strange.code, params: { value: strange.value.slice(0, 80) } } };
  const text = number ?? originalCell(cells[at] ?? '');
  return text.trim() === '' ? {} : parseText(text, place);
}

function parseText(
  text: string,
  place: Pick<CellFault, 'column'> & { readonly field: ImportField },
): ParsedOne {
  const { field } = place;
  const parsed = parseCell(text, definitionOf(field));
  if (!parsed.ok)
    return { fault: { ...place, code: parsed.code, ...(parsed.params && { params: { ...parsed.params } }) } };
  return field === 'customer' && !clientIdPattern.test(String(parsed.value))
    ? { fault: { ...place, code: 'CLIENT_ID_CHARACTERS' } }
    : { value: parsed.value };
}

/** Names that are missing: every level above the innermost one that the line says something about. */
function missingNames(
  said: (column: ImportField) => boolean,
  columns: readonly PlacedColumn[],
): readonly CellFault[] {
  let deepest = 0;
  for (const { column } of columns)
    if (said(column)) deepest = Math.max(deepest, importLevels.indexOf(definitionOf(column).level));
  return importLevels.slice(0, deepest + 1).flatMap((level) => {
    const field = nameColumns[level];
    if (said(field)) return [];
    const at = columns.find(({ column }) => column === field)?.at;
    return [{ column: at === undefined ? 0 : at + 1, field, code: 'REQUIRED' as const }];
  });
}

function cellsWithoutHeading({ cells }: SheetRow, width: number): readonly CellFault[] {
  const at = cells.findIndex((cell, index) => index >= width && cell !== '');
  return at < 0 ? [] : [{ column: at + 1, field: null, code: 'IMPORT_CELL_WITHOUT_HEADING' }];
}

/** What a person does not see is not imported without a word. */
const hiddenRow = ({ isHidden }: SheetRow): readonly CellFault[] =>
  isHidden === true ? [{ column: 0, field: null, code: 'IMPORT_ROW_HIDDEN' }] : [];

function parseRow(row: SheetRow, columns: readonly PlacedColumn[], width: number): ParsedLine {
  const cells: (ImportedValue | undefined)[] = [];
  const faults: CellFault[] = [...hiddenRow(row), ...cellsWithoutHeading(row, width)];
  for (const placed of columns) {
    const { value, fault } = parseOne(row, placed);
    if (fault !== undefined) faults.push(fault);
    cells.push(value);
  }
  const values = new LineValues(columns, cells);
  // A name that is at fault is there.
  const said = (column: ImportField): boolean =>
    values.has(column) || faults.some(({ field }) => field === column);
  faults.push(...missingNames(said, columns));
  return {
    line: row.line,
    values,
    level: importLevels.findLast((one) => values.has(nameColumns[one])) ?? 'customer',
    faults: faults.length === 0 ? noFaults : faults.map((fault) => ({ line: row.line, ...fault })),
  };
}

/** Parses every line of the file by the columns of the import. */
export const parseLines = (
  { heading, rows }: Sheet,
  columns: readonly PlacedColumn[],
): readonly ParsedLine[] => rows.map((row) => parseRow(row, columns, heading.cells.length));
