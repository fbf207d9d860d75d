import { CsvError, parse } from 'csv-parse/sync';
import { csvSeparatorOf } from '#schemas/csv/csv-separator.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { decodeText } from './decode-text.ts';
import { isEmptyRow, SharedCells, UnreadableFileError, type Sheet, type SheetRow } from './sheet.ts';

/** Characters of a line: an unclosed quote would swallow the remaining file. */
const MAX_RECORD = provisioningLimits.maxColumns * provisioningLimits.maxCell;

/** Lines that are read, empty ones among them: 50 MB of line ends would take minutes. */
const MAX_READ = provisioningLimits.maxLines * 5;

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/**
 * The parser does not count separators, and a line of millions of empty cells would end the process. A longer line is no row, whatever
 * it contains.
 */
function rejectLongLines(text: string): void {
  let [line, start] = [1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      start = at + 1;
      if (code === LINE_FEED || text.charCodeAt(start) !== LINE_FEED) line += 1;
    } else if (at - start > MAX_RECORD) throw new UnreadableFileError('IMPORT_LINE_TOO_LONG', { line });
  }
}

/** Without the empty cells at the end of a line that has more than a table. */
const withinTable = (cells: readonly string[]): readonly string[] =>
  cells.length > provisioningLimits.maxColumns
    ? cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
    : cells;

/** What the parser complains of, by the words of its `CsvError`. */
const faults: Readonly<Record<string, ProblemCode>> = {
  INVALID_OPENING_QUOTE: 'IMPORT_QUOTE_MISPLACED',
  CSV_INVALID_CLOSING_QUOTE: 'IMPORT_QUOTE_MISPLACED',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'IMPORT_QUOTE_MISPLACED',
  CSV_QUOTE_NOT_CLOSED: 'IMPORT_QUOTE_OPEN',
};

/** The fault of the record that starts on this line. One that is too long continues on the next lines within a quote only. */
function unreadable(error: CsvError, line: number): UnreadableFileError {
  const reached = Number((error as { lines?: unknown }).lines ?? line);
  const tooLong = reached > line ? 'IMPORT_QUOTE_OPEN' : 'IMPORT_LINE_TOO_LONG';
  return new UnreadableFileError(faults[error.code] ?? tooLong, { line });
}

/** Reads a CSV file (RFC 4180) in any usual encoding and with any usual separator. Throws UnreadableFileError. */
export function readCsv(bytes: Uint8Array): Sheet {
  const { text, encoding } = decodeText(bytes);
  rejectLongLines(text);
  const { separator: delimiter, isStated } = csvSeparatorOf(text);
  const rows: SheetRow[] = [];
  const shared = new SharedCells();
  let end = 0;
  const keep = (cells: string[], lines: number): void => {
    // The parser reports the last line of a record: one starts after the previous.
    const row = { line: end + 1, cells: withinTable(cells).map((cell) => shared.of(cell)) };
    const isSeparatorLine = isStated && end === 0;
    end = lines;
    if (isSeparatorLine) return;
    if (isEmptyRow(row) && lines <= MAX_READ) return;
    if (rows.length > provisioningLimits.maxLines || lines > MAX_READ)
      throw new UnreadableFileError('IMPORT_TOO_MANY_LINES', { max: provisioningLimits.maxLines });
    rows.push(row);
  };
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      trim: true,
      delimiter,
      max_record_size: MAX_RECORD,
      on_record: (record: string[], { lines }) => {
        keep(record, lines);
        return null;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, end + 1) : error;
  }
  const [heading, ...body] = rows;
  if (heading === undefined) throw new UnreadableFileError('IMPORT_FILE_EMPTY');
  return { source: { kind: 'csv', encoding, separator: delimiter, sheet: '' }, heading, rows: body };
}
