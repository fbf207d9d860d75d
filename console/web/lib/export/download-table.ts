import { downloadBlob } from '#web/lib/download-text.ts';
import type { DownloadForm, ExportedTable } from './exported-table.ts';
import { writtenFile, type FileProgress } from './written-file.ts';

/**
 * Downloads a table; `name` is without its ending. Returns the number of rows in the file. Throws when the file cannot be written
 * (`writtenFile`).
 */
export async function downloadTable(
  name: string,
  file: ExportedTable,
  { form, onProgress }: { readonly form: DownloadForm; readonly onProgress: FileProgress },
): Promise<number> {
  const written = await writtenFile(file, form, onProgress);
  downloadBlob(`${name}.${form.format}`, written.file);
  return written.rows;
}
