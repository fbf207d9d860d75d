import { backOffMs } from '#platform/clock/back-off.ts';
import type { Clock } from '#platform/clock/clock.ts';

/** Delay before the next attempt: exponential from 0.1 s to 5 s. */
export const retryDelayMs = (failures: number): number => backOffMs(failures, { firstMs: 100, maxMs: 5_000 });

/** Whether to log this failure: the first, then each power of two. */
export const shouldLogFailure = (failures: number): boolean => (failures & (failures - 1)) === 0;

export interface RetryPolicy {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** True for errors that a retry cannot fix: they are thrown to the caller. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onFailure: (error: unknown, failures: number) => void;
}

/**
 * Retries until the attempt succeeds. Rejects with a final error. After the signal is aborted it makes one attempt and
 * throws its error, so that work in progress completes while the process drains.
 */
export async function retryForever<Value>(
  attempt: () => Promise<Value>,
  { clock, signal, isFinal, onFailure }: RetryPolicy,
): Promise<Value> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error;
      onFailure(error, failures);
      await clock.wait(retryDelayMs(failures), signal);
      if (signal.aborted) throw error;
    }
  }
}
