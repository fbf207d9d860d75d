import { setImmediate } from 'node:timers/promises';
import type { ExportLine } from '#schemas/csv/file-line.ts';
import { csvLines, type CsvForm, type FileColumn, type FileRow } from '#schemas/csv/table-file.ts';

/** A table whose rows are read page by page. */
export interface PagedTable {
  readonly columns: readonly FileColumn[];
  readonly pages: () => AsyncIterable<readonly FileRow[]>;
}

/** Rows of a piece: a few milliseconds of work. */
const ROWS_OF_PIECE = 250;

/** Rows in small pieces, between which the server handles other requests. */
async function* piecesOf({ pages }: PagedTable): AsyncGenerator<readonly FileRow[], void, undefined> {
  for await (const rows of pages())
    for (let from = 0; from < rows.length; from += ROWS_OF_PIECE) {
      yield rows.slice(from, from + ROWS_OF_PIECE);
      await setImmediate();
    }
}

/** A table as a CSV file, in pieces. */
export async function* csvPieces(table: PagedTable, form: CsvForm): AsyncGenerator<string, void, undefined> {
  const { heading, lineOf } = csvLines(table.columns, form);
  yield heading;
  for await (const rows of piecesOf(table)) yield rows.map(lineOf).join('');
}

interface LineOptions {
  /** Rows at most. */
  readonly limit: number;
  /** Aborts when the caller closes the connection. */
  readonly signal: AbortSignal;
  readonly send: (line: ExportLine) => Promise<void>;
}

/** Sends a table as lines of JSON, up to a number of rows. */
export async function sendFileLines(table: PagedTable, { limit, signal, send }: LineOptions): Promise<void> {
  await send({ is: 'columns', columns: table.columns.map((column) => ({ ...column })) });
  let sent = 0;
  for await (const rows of piecesOf(table)) {
    if (signal.aborted) return;
    const fitting = rows.slice(0, limit - sent);
    sent += fitting.length;
    if (fitting.length > 0) await send({ is: 'rows', rows: fitting.map((row) => [...row]) });
    if (fitting.length < rows.length) {
      await send({ is: 'end', isCut: true });
      return;
    }
  }
  await send({ is: 'end', isCut: false });
}
