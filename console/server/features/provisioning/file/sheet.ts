import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import type { ImportSource } from '#schemas/provisioning/import-run.ts';

/** Something else than text in a cell of a workbook. */
export interface OddCell {
  readonly code: 'IMPORT_CELL_DATE' | 'IMPORT_CELL_ERROR' | 'IMPORT_CELL_FORMAT' | 'IMPORT_CELL_DIGITS';
  readonly value: string;
  /** The number of the cell, where a column of numbers may take it. */
  readonly number?: string | undefined;
}

/** A line of the file. */
export interface SheetRow {
  /** From 1, as an editor or a spreadsheet counts. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Hidden in its workbook, as by a filter. */
  readonly isHidden?: boolean;
  /** By the position of the cell. */
  readonly odd?: ReadonlyMap<number, OddCell>;
}

/** A file as a table: its heading and its lines, without empty ones. */
export interface Sheet {
  readonly source: Omit<ImportSource, 'headings'>;
  readonly heading: SheetRow;
  /** Columns of a workbook that are hidden, from 0. */
  readonly hiddenColumns?: ReadonlySet<number>;
  readonly rows: readonly SheetRow[];
}

/** The file cannot be read as a table. */
export class UnreadableFileError extends Error {
  readonly code: ProblemCode;
  readonly params: TextParameters;

  constructor(code: ProblemCode, params: TextParameters = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** V8 cuts longer texts out of the one that they come from, which stays in memory in full (`SlicedString::kMinLength`). */
const CUT_LENGTH = 13;

/** An equal text that holds nothing but itself. */
export const ownText = (text: string): string =>
  text.length < CUT_LENGTH ? text : Buffer.from(text).toString();

/** Different cells that are retained once. */
const MAX_SHARED = 50_000;

/** Keeps equal cells of a file once, apart from the file: 100,000 lines name the same customers, sites and vendors again and again. */
export class SharedCells {
  readonly #known = new Map<string, string>();

  /** An equal text, the same one each time. */
  of(cell: string): string {
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    const own = ownText(cell);
    if (this.#known.size < MAX_SHARED) this.#known.set(own, own);
    return own;
  }
}

export const isEmptyRow = ({ cells, odd }: SheetRow): boolean =>
  odd === undefined && cells.every((cell) => cell === '');
