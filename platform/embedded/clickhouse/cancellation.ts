import { systemClock } from '#platform/clock/system-clock.ts';
import type { Pipe } from './pipes.ts';

const AGAIN_MS = 50;

/** Ends queries by the pipes that they write into: `kill` is called for all of them together until each has ended. */
export function makeCancellation(
  kill: (paths: readonly string[]) => Promise<void>,
): (pipe: Pipe, ended: Promise<unknown>) => Promise<void> {
  const cancelled = new Set<Pipe>();
  let isAtWork = false;

  async function work(): Promise<void> {
    if (isAtWork) return;
    isAtWork = true;
    // Again and again: a query that only begins is not to be found yet, and then waits for a reader, which nothing else ends.
    while (cancelled.size > 0) {
      for (const pipe of cancelled) pipe.letOpen();
      // Killing asks the engine, which may be ending, or kill what asks.
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
