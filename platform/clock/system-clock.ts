import type { Clock } from './clock.ts';

/** The machine's clock. An error of a periodic run ends the process, like any unhandled error. */
export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  every(periodMs, run, signal) {
    if (signal.aborted) return;
    let running = false;
    const timer = setInterval(() => {
      if (running) return;
      running = true;
      void Promise.resolve(run()).finally(() => {
        running = false;
      });
    }, periodMs);
    signal.addEventListener('abort', () => {
      clearInterval(timer);
    });
  },
  wait(durationMs, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, durationMs);
      signal?.addEventListener('abort', done);
    });
  },
};
