import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEndpoints, type Endpoints } from '#platform/embedded/access/endpoints.ts';
import { BackupError } from './backup-error.ts';

const MAIN = fileURLToPath(new URL('../../platform/embedded/main.ts', import.meta.url));

async function hasStarted(child: ChildProcess, log: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('message', ({ kind }: { readonly kind?: string }) => {
      if (kind === 'started') resolve();
    });
    child.once('exit', (code) => {
      reject(new BackupError(`the stores did not start (status ${String(code)}); see ${log}`));
    });
  });
}

/** Runs the embedded stores on a folder while `work` runs. They have ended when it resolves. */
export async function withStagingStores<Value>(
  data: string,
  work: (endpoints: Endpoints) => Promise<Value>,
): Promise<Value> {
  const log = join(data, 'stores.log');
  const output = openSync(log, 'a', 0o600);
  const child = fork(MAIN, [], {
    env: {
      ...process.env,
      TELLTALE_DATA: data,
      HEALTH_PORT: '0',
      EMBEDDED_NATS_PORT: '0',
      EMBEDDED_CLICKHOUSE_PORT: '0',
      EMBEDDED_POSTGRES_PORT: '0',
    },
    execArgv: ['--no-warnings'],
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  const ended = once(child, 'exit');
  try {
    await hasStarted(child, log);
    return await work(readEndpoints(data));
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}
