import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import { reportRuns, type ReportRun, type ReportRunOrder } from '#schemas/rendering/routes.ts';
import { CommandError } from './command-error.ts';
import type { TelltaleClient } from './telltale-client.ts';

const LOOK_MS = 1_000;

interface RunOptions {
  readonly client: TelltaleClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
}

export interface ReportOrder {
  readonly customerId: number;
  readonly report: number;
  readonly order: z.input<typeof ReportRunOrder>;
  /** Undefined: the name that the report has. */
  readonly output: string | undefined;
}

const progressOf = ({ state, progress }: ReportRun): string =>
  state === 'waiting'
    ? 'waiting for a process that renders'
    : `page ${String(progress.done)} of ${String(progress.total)}`;

/** Writes a file completely or not at all. */
async function save(content: Awaited<ReturnType<TelltaleClient['file']>>, path: string): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(Readable.fromWeb(content), createWriteStream(part, { mode: 0o600 }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Has a report rendered and saves its file. Cancels it when the signal aborts. Returns the path. */
export async function runReport(
  { client, clock, signal, onProgress }: RunOptions,
  { customerId, report, order, output }: ReportOrder,
): Promise<string> {
  const place = { customerId, resourceId: report };
  let run = await client.call(reportRuns.create, { params: place, body: order });
  const params = { ...place, runId: run.id };
  try {
    let said = '';
    while (run.state === 'waiting' || run.state === 'running') {
      if (said !== progressOf(run)) onProgress((said = progressOf(run)));
      await clock.wait(LOOK_MS, signal);
      signal.throwIfAborted();
      run = await client.call(reportRuns.read, { params, signal });
    }
  } catch (error) {
    if (signal.aborted) await client.call(reportRuns.cancel, { params });
    throw error;
  }
  if (run.file === null)
    throw new CommandError(
      'failed',
      `the report was not rendered: ${run.failure ?? run.state} ${run.detail}`.trim(),
    );
  // The name comes from the server: it never leads out of the folder.
  const path = output ?? basename(run.file.name);
  await save(await client.file(reportRuns.file, { params, signal }), path);
  return path;
}
