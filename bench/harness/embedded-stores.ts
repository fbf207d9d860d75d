import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#platform/clock/system-clock.ts';
import { endpointsFile, readEndpoints, type Endpoints } from '#platform/embedded/access/endpoints.ts';

const START_MS = 60_000;

/** Starts a process of the product; its output appears in the terminal. */
export function startProcess(
  path: string,
  env: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): ChildProcess {
  return fork(new URL(`../../${path}`, import.meta.url), [], {
    execArgv: [...nodeOptions],
    env: { ...process.env, HEALTH_PORT: '0', LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn', ...env },
  });
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/**
 * The embedded stores in a directory of their own, or in that of the environment variable `BENCH_DATA`, of which ClickHouse's files are
 * kept: what takes long to fill is filled once.
 */
export async function startStores(): Promise<{
  readonly endpoints: Endpoints;
  /** Of the process that supervises them. */
  readonly pid: number;
  close(): Promise<void>;
}> {
  const givenFolder = process.env['BENCH_DATA'];
  const data = givenFolder ?? mkdtempSync(join(tmpdir(), 'telltale-bench-'));
  for (const path of [
    endpointsFile(data),
    join(data, 'embedded', 'postgres'),
    join(data, 'embedded', 'nats'),
  ])
    rmSync(path, { recursive: true, force: true });
  const child = startProcess('platform/embedded/main.ts', {
    TELLTALE_DATA: data,
    EMBEDDED_CLICKHOUSE_PORT: '0',
    EMBEDDED_POSTGRES_PORT: '0',
    EMBEDDED_NATS_PORT: '0',
  });
  const deadline = Date.now() + START_MS;
  while (!existsSync(endpointsFile(data))) {
    if (Date.now() > deadline) throw new Error('the embedded stores did not start');
    await systemClock.wait(50);
  }
  return {
    endpoints: readEndpoints(data),
    pid: child.pid ?? 0,
    async close() {
      await stopProcess(child);
      if (givenFolder === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}
