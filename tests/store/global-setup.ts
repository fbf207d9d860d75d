import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensurePostgresTemplate, withPostgres } from './postgres-template.ts';
import { furtherWorkers, storeRequestFile, workerPostgresFile } from './worker-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** TELLTALE_DATA of the embedded stores of this run. */
    storeData: string;
  }
}

/** Starts a process of the embedded stores: `main` below platform/embedded. */
function start(main: string, data: string): ChildProcess {
  return fork(new URL(`../../platform/embedded/${main}`, import.meta.url), [], {
    env: {
      ...process.env,
      TELLTALE_DATA: withPostgres(data),
      EMBEDDED_CLICKHOUSE_PORT: '0',
      EMBEDDED_POSTGRES_PORT: '0',
      EMBEDDED_NATS_PORT: '0',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    // Vitest's loader flags must not reach it.
    execArgv: [],
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Writes its URL for the test files. */
function startWorkerPostgres(data: string, worker: number): ChildProcess {
  const child = start('postgres/main.ts', join(data, `worker-${String(worker)}`));
  child.on('message', (message: { readonly kind?: string; readonly url?: string }) => {
    if (message.kind !== 'listening' || message.url === undefined) return;
    const file = workerPostgresFile(data, worker);
    writeFileSync(`${file}.whole`, message.url);
    renameSync(`${file}.whole`, file);
  });
  return child;
}

/** What is started once a test has made its file (`stack.ts`), by the name of that file. */
const startsOf = (data: string): Map<string, () => ChildProcess> =>
  new Map([
    [basename(storeRequestFile(data)), () => start('main.ts', data)],
    ...furtherWorkers.map((worker): [string, () => ChildProcess] => [
      basename(storeRequestFile(data, worker)),
      () => startWorkerPostgres(data, worker),
    ]),
  ]);

/**
 * One embedded stack for the entire run, started by the first file that needs a store: a run of unit tests or components starts none. Of
 * PostgreSQL there is one for each worker: the embedded one has a single session, in which a transaction of one file would keep the
 * others waiting.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'telltale-stores-'));
  project.provide('storeData', data);
  await ensurePostgresTemplate();
  const starts = startsOf(data);
  const children: ChildProcess[] = [];
  const watcher = watch(data, (_event, name) => {
    const startStore = starts.get(name ?? '');
    if (startStore === undefined) return;
    starts.delete(name ?? '');
    children.push(startStore());
  });
  return async () => {
    watcher.close();
    await Promise.all(children.map(stop));
    rmSync(data, { recursive: true, force: true });
  };
}
