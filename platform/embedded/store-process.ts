import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { supervised } from './supervised.ts';

interface StoreProcess {
  readonly name: string;
  /** The `main.ts` of the store. */
  readonly main: URL;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Log;
}

function whenStarted(child: ChildProcess, died: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // A listener that stays: two messages can come at once, and a second `once` would miss the later one.
    child.on('message', (message: { readonly kind?: unknown }) => {
      if (message.kind === 'started') resolve();
    });
    died.addEventListener('abort', () => {
      reject(died.reason as Error);
    });
  });
}

/** An embedded store in a process of its own, started again whenever it ends; it ends by itself when this process dies. */
export const storeProcess = ({ name, main, env, log }: StoreProcess): Component =>
  supervised({
    name,
    spawn: () =>
      fork(main, [], { env: { ...process.env, ...env }, detached: true, execArgv: ['--no-warnings'] }),
    whenReady: whenStarted,
    log,
  });
