/** Entry of the Web Worker that writes one file: the page stays usable. */
import type { TableWriter } from './exported-table.ts';
import { tableWriter } from './table-writer.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

let writer: Promise<TableWriter> | undefined;

const reply = (message: FromWorker): void => postMessage(message);

async function handle(message: ToWorker): Promise<void> {
  if (message.is === 'start') writer = tableWriter(message.head, message.form);
  const started = await writer;
  if (started === undefined) throw new Error('a file without a start');
  if (message.is === 'rows') {
    started.add(message.rows);
    reply({ is: 'written', rows: message.rows.length });
  }
  if (message.is === 'end') reply({ is: 'file', file: await started.finish() });
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch((error: unknown) => reply({ is: 'failed', reason: String(error) }));
});
