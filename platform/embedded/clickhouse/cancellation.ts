import { systemClock } from '#platform/clock/system-clock.ts';
import type { Pipe } from './pipes.ts';

const AGAIN_MS = 50;

/** A query to cancel: the mark in its text, which no other query has, and the pipe that it writes to. */
export interface Cancellable {
  readonly mark: string;
  readonly pipe: Pick<Pipe, 'letOpen'>;
}

/**
 * Cancels queries by their marks: calls `kill` for all of them until each has ended. A pipe would not do: a kill that is still under way when
 * its query ends would hit the next one that writes to the same pipe.
 */
export function makeCancellation(
  kill: (marks: readonly string[]) => Promise<void>,
): (query: Cancellable, ended: Promise<unknown>) => Promise<void> {
  const cancelled = new Set<Cancellable>();
  let isAtWork = false;

  async function work(): Promise<void> {
    if (isAtWork) return;
    isAtWork = true;
    // Repeated: a query that has just started is not listed yet and then waits for a reader, which nothing else ends.
    while (cancelled.size > 0) {
      for (const { pipe } of cancelled) pipe.letOpen();
      // The kill itself may fail: the engine may be ending, or the kill may hit its own query.
      await kill([...cancelled].map(({ mark }) => mark)).catch(() => undefined);
      await systemClock.wait(AGAIN_MS);
    }
    isAtWork = false;
  }

  return async (query, ended) => {
    cancelled.add(query);
    void work();
    await ended.catch(() => undefined);
    cancelled.delete(query);
  };
}
