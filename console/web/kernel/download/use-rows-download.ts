import { useState } from 'react';
import type { FileColumn } from '#schemas/csv/table-file.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useTableDownload, type DownloadedTable } from '#web/ui/download/use-table-download.ts';
import { sentenceOf } from '../api/api-problem.ts';
import type { CallOptions } from '../api/call.ts';
import { readRows, type RowsRoute } from './read-rows.ts';

/** What a workbook says about its table, and what its columns are called in the language of the user. */
export interface Workbook extends Omit<DownloadedTable, 'table' | 'isCut' | 'language'> {
  readonly heading: (column: string) => string;
}

/** Downloads workbooks of rows of the server; what fails is a notification. */
export function useRowsDownload() {
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const downloadTable = useTableDownload();
  const download = async <R extends RowsRoute>(
    route: R,
    options: CallOptions<R>,
    { heading, ...workbook }: Workbook,
  ): Promise<void> => {
    setBusy(true);
    try {
      const { table, isCut } = await readRows(route, options);
      const columns = table.columns.map((column): FileColumn => ({ ...column, name: heading(column.name) }));
      await downloadTable({ ...workbook, table: { columns, rows: table.rows }, isCut }, 'xlsx');
    } catch (error) {
      showToast({ text: sentenceOf(error, language), tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, download };
}
