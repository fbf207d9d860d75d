import { fileNameOf } from '../file-name.ts';
import type { RenderInput, RenderOutput } from '../render-worker.ts';
import { readReportTables } from './read-report.ts';
import { serverClient } from './server-client.ts';
import { csvOfReport } from './write-csv.ts';
import { xlsxOfReport } from './write-xlsx.ts';

/** Renders the values of a report as a CSV file or a workbook, without a browser. */
export async function renderTables(
  { consoleUrl }: { readonly consoleUrl: string },
  { run, token, signal, onProgress }: RenderInput,
): Promise<RenderOutput> {
  const client = serverClient({ consoleUrl, token, signal });
  const read = await readReportTables(run, { client, onProgress });
  const { language, timeZone } = run.parameters;
  const content =
    run.format === 'csv'
      ? Buffer.from(csvOfReport(read, language, timeZone))
      : await xlsxOfReport(read, run.parameters);
  return { file: { name: fileNameOf(read.name, run.parameters, run.format), content } };
}
