import type { Clock } from '#platform/clock/clock.ts';
import { inTime } from '#platform/clock/in-time.ts';

/** Rejects when a process does not do its work, although it runs. It may also never settle. */
export type LivenessQuery = () => Promise<unknown>;

export interface LivenessOptions {
  /** Pause between two queries. */
  readonly periodMs: number;
  /** A query that takes longer has failed. */
  readonly timeoutMs: number;
  /** Consecutive failures after which the process is unresponsive. */
  readonly failures: number;
}

/** Half a minute: a store that a burst of work or a full disk keeps busy for some seconds is not killed. */
export const usualLiveness: LivenessOptions = { periodMs: 3_000, timeoutMs: 8_000, failures: 3 };

interface LivenessWatch {
  readonly query: LivenessQuery;
  readonly options: LivenessOptions;
  readonly clock: Clock;
  /** Called for each failure with the number of consecutive ones. */
  readonly onFailure: (error: unknown, failures: number) => void;
}

/** A step that took so much longer says more about this process, or about the whole machine, than about the queried one. */
const STARVED = 1.5;

/**
 * Queries a process again and again; resolves when it is unresponsive, or when the signal aborts. A failure while this process was
 * not scheduled itself does not count: nothing is killed on a machine that is overloaded, or was suspended.
 */
export async function untilUnresponsive(watch: LivenessWatch, signal: AbortSignal): Promise<void> {
  const { query, options, clock, onFailure } = watch;
  let failures = 0;
  while (failures < options.failures) {
    const pausedMs = clock.elapsed();
    await clock.wait(options.periodMs, signal);
    if (signal.aborted) return;
    const queriedMs = clock.elapsed();
    const isStarved = (): boolean =>
      queriedMs - pausedMs > options.periodMs * STARVED ||
      clock.elapsed() - queriedMs > options.timeoutMs * STARVED;
    try {
      await inTime(query(), { clock, withinMs: options.timeoutMs, signal });
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (isStarved()) continue;
      failures += 1;
      onFailure(error, failures);
    }
  }
}
