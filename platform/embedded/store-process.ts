import { fork, type ChildProcess } from 'node:child_process';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import type { LivenessQuery } from './liveness.ts';
import { supervised } from './supervised.ts';

interface StoreProcess {
  readonly name: string;
  /** The `main.ts` of the store. */
  readonly main: URL;
  readonly env: Readonly<Record<string, string>>;
  readonly liveness: LivenessQuery;
  readonly log: Log;
}

function whenStarted(child: ChildProcess, died: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // A permanent listener: two messages can arrive together, and a second `once` would miss the later one.
    child.on('message', (message: { readonly kind?: unknown }) => {
      if (message.kind === 'started') resolve();
    });
    died.addEventListener('abort', () => {
      reject(died.reason as Error);
    });
  });
}

/** An embedded store in its own process: restarted whenever it ends, and ended with this process. */
export const storeProcess = ({ name, main, env, liveness, log }: StoreProcess): Component =>
  supervised({
    name,
    spawn: () =>
      fork(main, [], { env: { ...process.env, ...env }, detached: true, execArgv: ['--no-warnings'] }),
    whenReady: whenStarted,
    liveness: { query: liveness },
    log,
  });
