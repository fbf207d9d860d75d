import type { ExportLine } from '#schemas/csv/file-line.ts';
import type { FileColumn, FileRow, FileTable } from '#schemas/csv/table-file.ts';
import type { Route } from '#schemas/route.ts';
import { ApiProblem } from '../api/api-problem.ts';
import type { CallOptions } from '../api/call.ts';
import { callLines } from '../api/call-lines.ts';

/** A route whose reply has the rows of a file. */
export type RowsRoute = Route & { readonly stream: 'application/x-ndjson'; readonly isExport: true };

export interface ReadRows {
  readonly table: FileTable;
  /** Whether there are more rows. */
  readonly isCut: boolean;
}

/**
 * Reads the rows of an export.
 * @throws ApiProblem for a rejection, an unreachable server, and a reply that breaks off (`DOWNLOAD_FAILED`).
 */
export async function readRows<R extends RowsRoute>(route: R, options: CallOptions<R>): Promise<ReadRows> {
  let columns: readonly FileColumn[] = [];
  let end: { readonly isCut: boolean } | undefined;
  const rows: FileRow[] = [];
  await callLines(route, options, (value) => {
    const line = value as ExportLine;
    if (line.is === 'columns') columns = line.columns;
    if (line.is === 'rows') for (const row of line.rows) rows.push(row);
    if (line.is === 'end') end = line;
  });
  if (end === undefined) throw new ApiProblem({ code: 'DOWNLOAD_FAILED', status: 0 });
  return { table: { columns, rows }, isCut: end.isCut };
}
