import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const main = new URL('../../../ingest/writer/main.ts', import.meta.url);

/** A writer in a process of its own, to be killed. */
export interface WriterProcess {
  readonly child: ChildProcess;
  /** Resolves when the process said that it started. */
  readonly started: Promise<{ readonly healthPort: number }>;
  /** SIGKILL: nothing is flushed. */
  kill(): Promise<void>;
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
}

export function startWriter(env: Readonly<Record<string, string>>): WriterProcess {
  const child = fork(main, [], {
    env: { ...process.env, LOG_LEVEL: 'error', HEALTH_PORT: '0', ...env },
    execArgv: [],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const started = new Promise<{ healthPort: number }>((resolve) => {
    child.on('message', (message: { kind?: string; healthPort?: number }) => {
      if (message.kind === 'started') resolve({ healthPort: message.healthPort ?? 0 });
    });
  });
  return {
    child,
    started,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}
