import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { untilUnresponsive, usualLiveness } from './liveness.ts';
import type { LivenessOptions, LivenessQuery } from './liveness.ts';

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
  /** Asked again and again once the process is ready: one that stays silent is killed, and restarted like one that ended. */
  readonly liveness?: { readonly query: LivenessQuery; readonly options?: LivenessOptions };
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

/** Kills the child when it no longer does its work; ends with the child. */
async function killUnresponsive(
  { name, liveness, log }: Supervision,
  child: ChildProcess,
  died: AbortSignal,
): Promise<void> {
  if (liveness === undefined) return;
  const { query, options = usualLiveness } = liveness;
  const onFailure = (error: unknown, failures: number): void => {
    log.warn({ child: name, failures, err: error }, 'liveness query failed');
  };
  await untilUnresponsive({ query, options, clock: systemClock, onFailure }, died);
  if (died.aborted) return;
  log.error({ child: name, failures: options.failures }, 'child process unresponsive');
  // A process that hangs, or was stopped by a signal, does not end by itself.
  child.kill('SIGKILL');
}

/** A child process that is restarted on the same data whenever it ends or stops responding. */
export function supervised(supervision: Supervision): Component {
  const { name, spawn, whenReady, log } = supervision;
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
        void killUnresponsive(supervision, started, AbortSignal.any([died.signal, signal]));
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
          // One that runs without becoming ready would otherwise stay like that.
          child.kill('SIGKILL');
        });
      };
      await launch();
      return { ready: () => ready, stop: () => end(child) };
    },
  };
}
