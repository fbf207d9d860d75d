import type { HealthComponent } from '#schemas/health/component.ts';
import type { ProcessKnowledge } from './process-watch.ts';

/** Not late, as far as can be known. */
const isInTime = ({ group, name, state, reason }: HealthComponent): boolean =>
  group !== 'path' || !name.startsWith('windows-') || state === 'ok' || reason.code === 'noWindows';

/** Times are of the monotonic clock of the server, milliseconds. */
interface EngineRunStart {
  readonly run: string | undefined;
  readonly atMs: number;
}

/**
 * When the engines, or this server, last started while windows were in time. An engine that starts again and again is given no more time
 * with each start.
 */
export class EngineStart {
  #start: EngineRunStart;

  constructor(serverStartedMs: number) {
    this.#start = { run: undefined, atMs: serverStartedMs };
  }

  /** Time since that start. `judged`: as of the last judgement. */
  sinceMs(known: readonly ProcessKnowledge[], judged: readonly HealthComponent[], nowMs: number): number {
    const [youngest] = known
      .flatMap(({ process, last }) => (process === 'engine' && last !== undefined ? [last] : []))
      .toSorted((one, other) => other.startedAt - one.startedAt);
    if (youngest !== undefined && youngest.run !== this.#start.run) {
      const startedMs = nowMs - Math.max(0, youngest.sentAt - youngest.startedAt);
      const atMs = judged.every(isInTime) ? Math.max(this.#start.atMs, startedMs) : this.#start.atMs;
      this.#start = { run: youngest.run, atMs };
    }
    return nowMs - this.#start.atMs;
  }
}
