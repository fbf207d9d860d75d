import { csvLines, type CsvForm } from '#schemas/csv/table-file.ts';
import type { DownloadForm, FileHead, TableWriter } from './exported-table.ts';

const CSV = 'text/csv;charset=utf-8';

function csvWriter({ columns }: FileHead, form: CsvForm): TableWriter {
  const { heading, lineOf } = csvLines(columns, form);
  const parts = [heading];
  return {
    add: (rows) => void parts.push(rows.map(lineOf).join('')),
    finish: () => Promise.resolve(new Blob(parts, { type: CSV })),
  };
}

/** Returns the writer of a format. The library of workbooks loads with the first one. Throws when it cannot be loaded. */
export async function tableWriter(head: FileHead, form: DownloadForm): Promise<TableWriter> {
  if (form.format === 'csv') return csvWriter(head, form);
  const { workbookWriter } = await import('./write-workbook.ts');
  return workbookWriter(head, form.language);
}
