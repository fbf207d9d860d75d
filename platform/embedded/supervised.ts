import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { untilUnresponsive, usualLiveness, type LivenessOptions, type LivenessQuery } from './liveness.ts';

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
  /** Attempts of the first start; 1 by default. Later ones are repeated without a limit. */
  readonly startAttempts?: number;
  /** Exit status that no repetition changes. */
  readonly finalStatus?: number;
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

interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly livedMs: number;
}

/** One child process after the other on the same data. */
class Supervised {
  readonly #supervision: Supervision;
  readonly #signal: AbortSignal;
  #child: ChildProcess | undefined;
  #lastEnd: ProcessEnd | undefined;
  #hasStarted = false;
  isReady = false;

  constructor(supervision: Supervision, signal: AbortSignal) {
    this.#supervision = supervision;
    this.#signal = signal;
  }

  /** Resolves when the process is ready for the first time; rejects when no attempt succeeded. */
  async start(): Promise<void> {
    const { startAttempts = 1, finalStatus } = this.#supervision;
    for (let attempt = 1; !this.#hasStarted; attempt += 1)
      try {
        await this.#launch();
        this.#hasStarted = true;
      } catch (error) {
        // One that runs without becoming ready would otherwise stay like that.
        this.#child?.kill('SIGKILL');
        const isFinal = finalStatus !== undefined && this.#lastEnd?.code === finalStatus;
        if (attempt >= startAttempts || isFinal || this.#signal.aborted) throw error;
        await this.#pause(this.#lastEnd, RESTART_MS * attempt);
      }
  }

  async stop(): Promise<void> {
    if (this.#child !== undefined) await end(this.#child);
  }

  /** Resolves when the process is ready; rejects when it ended before. */
  async #launch(): Promise<void> {
    const { name, spawn, whenReady } = this.#supervision;
    const child = spawn();
    this.#child = child;
    this.#lastEnd = undefined;
    const startedMs = systemClock.elapsed();
    const died = new AbortController();
    child.once('exit', (code, signal) => {
      this.isReady = false;
      const ended = { code, signal, livedMs: Math.round(systemClock.elapsed() - startedMs) };
      this.#lastEnd = ended;
      died.abort(new Error(`${name} ended with ${String(code ?? signal)}`));
      if (this.#hasStarted && !this.#signal.aborted) void this.#restart(ended);
    });
    await whenReady(child, died.signal);
    this.isReady = true;
    void killUnresponsive(this.#supervision, child, AbortSignal.any([died.signal, this.#signal]));
  }

  async #restart(ended: ProcessEnd): Promise<void> {
    const { name, log } = this.#supervision;
    await this.#pause(ended, ended.livedMs < SHORT_LIFE_MS ? RESTART_MS : 0);
    if (this.#signal.aborted) return;
    try {
      await this.#launch();
    } catch (error) {
      // One that ended is restarted already.
      if (this.#lastEnd !== undefined) return;
      log.error({ child: name, err: error }, 'child process restart failed');
      this.#child?.kill('SIGKILL');
    }
  }

  async #pause(ended: ProcessEnd | undefined, restartMs: number): Promise<void> {
    const { name, log } = this.#supervision;
    log.error({ child: name, ...ended, restartMs }, 'child process ended');
    if (restartMs > 0) await systemClock.wait(restartMs, this.#signal);
  }
}

/** A child process that is restarted on the same data whenever it ends or stops responding. */
export function supervised(supervision: Supervision): Component {
  return {
    name: supervision.name,
    async start(signal) {
      const processes = new Supervised(supervision, signal);
      await processes.start();
      return { ready: () => processes.isReady, stop: () => processes.stop() };
    },
  };
}
