import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';

/** A child that ends earlier than this after its start is restarted after a pause. */
const SHORT_LIFE_MS = 5_000;
/** Delay of the restart after a short life. */
const RESTART_MS = 1_000;
const STOP_MS = 8_000;

export interface Supervision {
  readonly name: string;
  /** Starts the process; called again after each end. */
  readonly spawn: () => ChildProcess;
  /** Resolves when the process is ready; rejects when it cannot start. The signal aborts when the process ends. */
  readonly whenReady: (child: ChildProcess, died: AbortSignal) => Promise<void>;
  readonly log: Log;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(late);
}

/** A child process that is restarted on the same data whenever it ends. */
export function supervised({ name, spawn, whenReady, log }: Supervision): Component {
  return {
    name,
    async start(signal) {
      let child: ChildProcess;
      let ready = false;
      const launch = async (): Promise<void> => {
        const started = spawn();
        child = started;
        const startedMs = systemClock.now().getTime();
        const died = new AbortController();
        started.once('exit', (code, killedBy) => {
          ready = false;
          died.abort(new Error(`${name} ended with ${String(code ?? killedBy)}`));
          if (!signal.aborted)
            void restart({ code, signal: killedBy, livedMs: systemClock.now().getTime() - startedMs });
        });
        await whenReady(started, died.signal);
        ready = true;
      };
      const restart = async (end: {
        code: number | null;
        signal: string | null;
        livedMs: number;
      }): Promise<void> => {
        const restartMs = end.livedMs < SHORT_LIFE_MS ? RESTART_MS : 0;
        log.error({ child: name, ...end, restartMs }, 'child process ended');
        if (restartMs > 0) await systemClock.wait(restartMs, signal);
        if (signal.aborted) return;
        await launch().catch((error: unknown) => {
          log.error({ child: name, err: error }, 'child process restart failed');
        });
      };
      await launch();
      return { ready: () => ready, stop: () => end(child) };
    },
  };
}
