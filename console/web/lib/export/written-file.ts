import { WORKBOOK_ROWS, type FileRow, type FileRows } from '#schemas/csv/table-file.ts';
import type { DownloadForm, ExportedTable } from './exported-table.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Cells of a message: making and copying them takes the page a few milliseconds. */
const CELLS_OF_PIECE = 2_000;
/** Pieces that the worker has not yet acknowledged: it writes one while the page makes the next. */
const PIECES_AHEAD = 2;

/** Rows in pieces, up to a number of rows. */
function* piecesOf(rows: FileRows, { size, limit }: { size: number; limit: number }) {
  let piece: FileRow[] = [];
  let count = 0;
  for (const row of rows) {
    if (count >= limit) break;
    piece.push(row);
    count += 1;
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

export interface WrittenFile {
  readonly file: Blob;
  readonly rows: number;
}

/** Reports the progress of a file: rows so far; equal to `all` while the file is finished. */
export type FileProgress = (rows: number, all: number) => void;

/**
 * Writes a table as a file in a Web Worker. A workbook has the first `WORKBOOK_ROWS`. Rows are made and sent in pieces, each in a task of its own, so
 * that the page is never blocked. Throws when the worker cannot start, when it fails, and when a row cannot be made.
 */
export function writtenFile(
  { table, ...about }: ExportedTable,
  form: DownloadForm,
  onProgress: FileProgress = () => undefined,
): Promise<WrittenFile> {
  const limit = form.format === 'xlsx' ? WORKBOOK_ROWS : Infinity;
  const all = Math.min(limit, table.rows.length);
  const size = Math.max(1, Math.floor(CELLS_OF_PIECE / Math.max(1, table.columns.length)));
  const pieces = piecesOf(table.rows, { size, limit });
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: ToWorker): void => worker.postMessage(message, []);
  let [sent, written, isEnded] = [0, 0, false];
  const sendNext = (): void => {
    const { value } = pieces.next();
    if (value !== undefined) {
      sent += value.length;
      send({ is: 'rows', rows: value });
    } else if (written === sent && !isEnded) {
      isEnded = true;
      send({ is: 'end' });
    }
  };
  return new Promise<WrittenFile>((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`the file was not written: ${reason}`));
    // Its script did not load.
    worker.addEventListener('error', ({ message }) => fail(message));
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.is === 'failed') fail(data.reason);
      if (data.is === 'file') resolve({ file: data.file, rows: written });
      if (data.is !== 'written') return;
      written += data.rows;
      onProgress(written, all);
      try {
        sendNext();
      } catch (error) {
        reject(error);
      }
    });
    send({ is: 'start', head: { ...about, columns: table.columns }, form });
    for (let ahead = 0; ahead < PIECES_AHEAD; ahead += 1) sendNext();
  }).finally(() => worker.terminate());
}
