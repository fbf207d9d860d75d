import { csvOfTable } from '#schemas/csv/table-file.ts';
import type { CsvForm } from '#schemas/csv/table-file.ts';
import { downloadBlob, downloadText } from '#web/lib/download-text.ts';
import { WORKBOOK_ROWS } from './exported-table.ts';
import type { ExportedTable } from './exported-table.ts';

export type TableFormat = 'csv' | 'xlsx';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface DownloadForm extends CsvForm {
  readonly format: TableFormat;
}

/**
 * Downloads a table; `name` is without its ending. Returns the number of rows in the file: a workbook has the first `WORKBOOK_ROWS`. Its
 * library loads with the first one. Throws when it cannot be loaded.
 */
export async function downloadTable(name: string, file: ExportedTable, form: DownloadForm): Promise<number> {
  const { rows } = file.table;
  if (form.format === 'csv') {
    downloadText(`${name}.csv`, { text: csvOfTable(file.table, form), type: 'text/csv;charset=utf-8' });
    return rows.length;
  }
  const { writtenWorkbook } = await import('./write-workbook.ts');
  const table = { ...file.table, rows: rows.slice(0, WORKBOOK_ROWS) };
  const bytes = await writtenWorkbook({ ...file, table }, form.language);
  downloadBlob(`${name}.xlsx`, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX }));
  return table.rows.length;
}
