import type { Clock } from '#platform/clock/clock.ts';
import type { Steps } from './steps.ts';

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
 * false when it was told to end in the middle. Throws what a step throws.
 */
export async function interruptibly(
  steps: Steps,
  { clock, signal, pause = () => clock.wait(0) }: Interrupting,
): Promise<boolean> {
  let beganMs = clock.now().getTime();
  for (const _ of steps) {
    if (clock.now().getTime() - beganMs < AT_ONCE_MS) continue;
    await pause();
    if (signal.aborted) return false;
    beganMs = clock.now().getTime();
  }
  return true;
}
