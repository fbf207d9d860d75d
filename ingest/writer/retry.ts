import type { Clock } from '#platform/clock/clock.ts';

const FIRST_MS = 100;
const MOST_MS = 5_000;

/** The wait before the next attempt, in milliseconds: doubles from 0.1 s to 5 s. */
export const backOffMs = (failures: number): number =>
  Math.min(FIRST_MS * 2 ** Math.min(Math.max(failures - 1, 0), 16), MOST_MS);

/** Whether a repeated failure is worth a line: the first, then each time their number doubles. */
export const isWorthALine = (failures: number): boolean => (failures & (failures - 1)) === 0;

export interface Persistence {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Errors that no further attempt changes are thrown to the caller. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onFailure: (error: unknown, failures: number) => void;
}

/**
 * Attempts until it succeeds. Rejects with a final error; once the signal is aborted, one attempt is made and its error is
 * thrown: what has begun is brought to its end when the process drains.
 */
export async function untilDone<Value>(
  attempt: () => Promise<Value>,
  { clock, signal, isFinal, onFailure }: Persistence,
): Promise<Value> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error;
      onFailure(error, failures);
      await clock.wait(backOffMs(failures), signal);
      if (signal.aborted) throw error;
    }
  }
}
