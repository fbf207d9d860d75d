import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** TELLTALE_DATA of the embedded stores of this run. */
    storeData: string;
  }
}

/**
 * One embedded stack for the whole run, started beside the tests: a file that needs a store waits for it (`stack.ts`), the
 * others do not. Nothing is started when every store is external.
 */
export function setup(project: TestProject): () => Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'telltale-stores-'));
  project.provide('storeData', data);
  const { CLICKHOUSE_URL, DATABASE_URL } = process.env;
  if (CLICKHOUSE_URL !== undefined && DATABASE_URL !== undefined) return () => Promise.resolve();
  const child = fork(new URL('../../platform/embedded/main.ts', import.meta.url), [], {
    env: {
      ...process.env,
      TELLTALE_DATA: data,
      EMBEDDED_CLICKHOUSE_PORT: '0',
      EMBEDDED_POSTGRES_PORT: '0',
      EMBEDDED_NATS_PORT: '0',
      HEALTH_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    // Vitest's own loader flags must not reach it.
    execArgv: [],
  });
  return async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(data, { recursive: true, force: true });
  };
}
