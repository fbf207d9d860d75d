import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '#platform/clock/system-clock.ts';

export interface Standstill {
  /** Longest time in which nothing else had a turn, milliseconds. */
  readonly standsStill: number;
  /** From the beginning to the end, milliseconds. */
  readonly took: number;
}

/** Runs something and measures how long it stalls the event loop. */
export async function standstillOf(run: () => Promise<unknown>): Promise<Standstill> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  await systemClock.wait(50);
  delays.enable();
  await systemClock.wait(5);
  const fromMs = performance.now();
  await run();
  const took = performance.now() - fromMs;
  // A delay of the last step shows in the next turn.
  await systemClock.wait(20);
  delays.disable();
  return { standsStill: delays.max / 1e6, took };
}
