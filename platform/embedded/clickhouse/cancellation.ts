import { systemClock } from '#platform/clock/system-clock.ts';
import type { Pipe } from './pipes.ts';

const AGAIN_MS = 50;

/** Cancels queries by the pipes that they write to: calls `kill` for all of them until each has ended. */
export function makeCancellation(
  kill: (paths: readonly string[]) => Promise<void>,
): (pipe: Pipe, ended: Promise<unknown>) => Promise<void> {
  const cancelled = new Set<Pipe>();
  let isAtWork = false;

  async function work(): Promise<void> {
    if (isAtWork) return;
    isAtWork = true;
    // Repeated: a query that has just started is not listed yet and then waits for a reader, which nothing else ends.
    while (cancelled.size > 0) {
      for (const pipe of cancelled) pipe.letOpen();
      // The kill itself may fail: the engine may be ending, or the kill may hit its own query.
      await kill([...cancelled].map(({ path }) => path)).catch(() => undefined);
      await systemClock.wait(AGAIN_MS);
    }
    isAtWork = false;
  }

  return async (pipe, ended) => {
    cancelled.add(pipe);
    void work();
    await ended.catch(() => undefined);
    cancelled.delete(pipe);
  };
}
