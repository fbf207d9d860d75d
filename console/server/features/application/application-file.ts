import { CsvError, parse } from 'csv-parse/sync';
import { ApplicationDraft, type ApplicationEntry } from '#schemas/application/application.ts';
import {
  attributeKinds,
  attributeProblem,
  importColumns,
  parseAttributeValue,
  splitAttributeValues,
  firstInvalidValue,
  type ImportColumn,
} from '#schemas/application/import.ts';
import { originalCell } from '#schemas/csv/harmless-cell.ts';
import { csvSeparatorOf } from '#schemas/csv/csv-separator.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { nameKey } from '#schemas/resource/name-key.ts';

/** A line of the file: its cells by column, and their position. */
export interface FileLine {
  /** Line number from 1, as in an editor. */
  readonly line: number;
  readonly cells: ReadonlyMap<ImportColumn, string>;
  /** Position of a column in the file, from 1. */
  readonly columns: ReadonlyMap<ImportColumn, number>;
}

export type ParsedFile =
  | { readonly ok: true; readonly lines: readonly FileLine[] }
  | { readonly ok: false; readonly faults: readonly Fault[] | 'too many' };

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A fault with its position: in the path for programs, in the message for readers. */
const faultAt = ({ line, column }: Position, code: ProblemCode, params: TextParameters = {}): Fault => ({
  path: `csv.${String(line)}.${String(column)}`,
  code,
  params: { ...params, line, column },
});

interface RawRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Lines without a value that are passed over. */
const MAX_EMPTY = 1_000;
const MAX_RECORD_CHARACTERS = 1_000_000;

/** At most `max` records and some without a value: what follows is not parsed. */
function parseRecords(text: string, max: number): readonly RawRecord[] {
  const { separator, isStated } = csvSeparatorOf(text);
  const parsed = parse(text, {
    bom: true,
    info: true,
    relax_column_count: true,
    trim: true,
    to: max + MAX_EMPTY,
    max_record_size: MAX_RECORD_CHARACTERS,
    delimiter: separator,
  }) as unknown as readonly { record: string[]; info: { lines: number } }[];
  // The parser reports the last line of a record: a record starts after the previous one.
  const records = parsed.map(({ record }, at) => ({
    line: (parsed[at - 1]?.info.lines ?? 0) + 1,
    cells: record,
  }));
  return isStated ? records.slice(1) : records;
}

const isColumn = (text: string): text is ImportColumn => (importColumns as readonly string[]).includes(text);

function headerFaults({ line, cells }: RawRecord): Fault[] {
  const columns = importColumns.join(', ');
  const faults = cells.flatMap((cell, at) => {
    const here = { line, column: at + 1 };
    if (!isColumn(cell)) return [faultAt(here, 'APPLICATION_COLUMN_UNKNOWN', { value: cell, columns })];
    return cells.indexOf(cell) < at ? [faultAt(here, 'NOT_UNIQUE')] : [];
  });
  if (cells.includes('name')) return faults;
  return [...faults, faultAt({ line, column: 1 }, 'APPLICATION_COLUMN_MISSING', { value: 'name' })];
}

const isEmpty = ({ cells }: RawRecord): boolean => cells.every((cell) => cell === '');

function fileLine({ line, cells }: RawRecord, header: readonly string[]): FileLine {
  const own = header.filter(isColumn).map((column) => [column, header.indexOf(column)] as const);
  return {
    line,
    cells: new Map(own.map(([column, at]) => [column, originalCell(cells[at] ?? '')])),
    columns: new Map(own.map(([column, at]) => [column, at + 1])),
  };
}

/** Position of a column in the file, from 1. */
const positionOf = ({ line, columns }: FileLine, column: ImportColumn): Position => ({
  line,
  column: columns.get(column) ?? 1,
});

/** The name belongs to an application that the caller may not change. */
export const foreignNameFault = (line: FileLine, name: string): Fault =>
  faultAt(positionOf(line, 'name'), 'APPLICATION_OF_OTHERS', { value: name });

const bodyFaults = (lines: readonly RawRecord[], width: number): Fault[] =>
  lines.flatMap(({ line, cells }) =>
    cells.slice(width).some((cell) => cell !== '')
      ? [faultAt({ line, column: width + 1 }, 'APPLICATION_CELL_WITHOUT_HEADING')]
      : [],
  );

/** Faults of lines that repeat the name of an earlier line. */
export function repeatedNameFaults(lines: readonly FileLine[]): Fault[] {
  const seen = new Set<string>();
  return lines.flatMap((one) => {
    const name = one.cells.get('name') ?? '';
    if (name !== '' && seen.has(nameKey(name))) return [faultAt(positionOf(one, 'name'), 'NOT_UNIQUE')];
    seen.add(nameKey(name));
    return [];
  });
}

/** Returns the lines of a file, or all faults of its form; no more than `max` lines. The content of lines is not checked. */
export function readApplicationFile(text: string, max: number): ParsedFile {
  try {
    // One for the header, and one more than may be.
    const records = parseRecords(text, max + 2);
    const [header, ...remaining] = records;
    if (header === undefined) return { ok: false, faults: [faultAt({ line: 1, column: 1 }, 'REQUIRED')] };
    const body = remaining.filter((record) => !isEmpty(record));
    if (body.length > max || records.length >= max + 2 + MAX_EMPTY) return { ok: false, faults: 'too many' };
    const faults = [...headerFaults(header), ...bodyFaults(body, header.cells.length)];
    const lines = body.map((record) => fileLine(record, header.cells));
    return faults.length > 0 ? { ok: false, faults } : { ok: true, lines };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: unknown }).lines ?? 1);
    return { ok: false, faults: [{ ...faultAt({ line, column: 1 }, 'IMPORT_FORMAT_INVALID') }] };
  }
}

const textColumns = ['name', 'description', 'category'] as const;

function attributesOf(one: FileLine, before: ApplicationEntry | undefined) {
  return Object.fromEntries(
    attributeKinds.map((kind) => {
      const text = one.cells.get(kind);
      if (text === undefined) return [kind, before?.attributes[kind] ?? []];
      return [kind, splitAttributeValues(text).map((value) => parseAttributeValue(kind, value))];
    }),
  );
}

export type ParsedDraft =
  | { readonly ok: true; readonly draft: ApplicationDraft }
  | { readonly ok: false; readonly faults: readonly Fault[] };

function valueFaults(one: FileLine): Fault[] {
  return attributeKinds.flatMap((kind) => {
    const value = firstInvalidValue(kind, one.cells.get(kind) ?? '');
    return value === undefined ? [] : [faultAt(positionOf(one, kind), attributeProblem(kind), { value })];
  });
}

const isTextColumn = (name: unknown): name is (typeof textColumns)[number] =>
  textColumns.some((column) => column === name);

/** Returns the application that a line describes, new or changed; columns missing in the file keep their values. */
export function parseDraft(one: FileLine, before: ApplicationEntry | undefined): ParsedDraft {
  const wrong = valueFaults(one);
  const texts = Object.fromEntries(
    textColumns.map((column) => [column, one.cells.get(column) ?? before?.[column] ?? '']),
  );
  const visibility = before?.visibility === 'private' ? 'private' : 'public';
  const read = ApplicationDraft.safeParse({ ...texts, visibility, attributes: attributesOf(one, before) });
  if (read.success && wrong.length === 0) return { ok: true, draft: read.data };
  const faults = (read.error?.issues ?? []).flatMap(({ path: [first, second], message }) => {
    if (isTextColumn(first)) {
      const code = message === 'REQUIRED' || message === 'TOO_LONG' ? message : 'INPUT_INVALID';
      return faultAt(positionOf(one, first), code, { max: first === 'description' ? 500 : 120 });
    }
    if (wrong.length > 0) return [];
    const kind = attributeKinds.find((known) => known === second);
    // Too many rules of one kind, or no rule at all.
    if (kind !== undefined) return faultAt(positionOf(one, kind), 'SELECTION_TOO_LARGE', { max: 1_000 });
    return faultAt(positionOf(one, 'addresses'), 'APPLICATION_ATTRIBUTES_MISSING');
  });
  return { ok: false, faults: [...wrong, ...faults] };
}
