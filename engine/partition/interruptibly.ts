import type { Clock } from '#platform/clock/clock.ts';
import type { Steps, StepsTo } from './steps.ts';

interface Interrupting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What to wait for in between; left out: that everything else had its turn. */
  readonly pause?: () => Promise<void>;
}

/** After so long, steps are interrupted. */
const AT_ONCE_MS = 25;

/**
 * Goes through the steps, and lets others have their turn now and then: leases are renewed, requests answered. Resolves with
 * what they come to, or with undefined when it was told to end in the middle. Throws what a step throws.
 */
export async function interruptibly<Value>(
  steps: StepsTo<Value>,
  { clock, signal, pause = () => clock.wait(0) }: Interrupting,
): Promise<Value | undefined> {
  let beganMs = clock.now().getTime();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (clock.now().getTime() - beganMs < AT_ONCE_MS) continue;
    await pause();
    if (signal.aborted) return undefined;
    beganMs = clock.now().getTime();
  }
}

/** Steps that come to true when all of them were gone. */
export function* isWhole(steps: Steps): StepsTo<true> {
  yield* steps;
  return true;
}
