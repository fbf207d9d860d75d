import type { FileRow } from '#schemas/csv/table-file.ts';
import type { DownloadForm, FileHead } from './exported-table.ts';

/** What the page sends to the worker, in this order: one start, rows in pieces, one end. */
export type ToWorker =
  | { readonly is: 'start'; readonly head: FileHead; readonly form: DownloadForm }
  | { readonly is: 'rows'; readonly rows: readonly FileRow[] }
  | { readonly is: 'end' };

/** What the worker sends to the page: an acknowledgement of each piece, then the file or why there is none. */
export type FromWorker =
  | { readonly is: 'written'; readonly rows: number }
  | { readonly is: 'file'; readonly file: Blob }
  | { readonly is: 'failed'; readonly reason: string };
