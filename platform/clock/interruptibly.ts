import type { Clock } from './clock.ts';

/** Work that may be left between two steps for something else, and what it comes to. */
export type InSteps<Value> = Generator<undefined, Value>;

interface Interrupting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What to wait for in between; left out: that everything else had its turn. */
  readonly pause?: () => Promise<void>;
  /** After so long, steps are interrupted. */
  readonly atOnceMs?: number;
}

const AT_ONCE_MS = 25;

/**
 * Goes through the steps, and lets others have their turn now and then: leases are renewed, requests answered. Resolves with
 * what they come to, or with undefined when it was told to end in the middle. Throws what a step throws.
 */
export async function interruptibly<Value>(
  steps: InSteps<Value>,
  { clock, signal, pause = () => clock.wait(0), atOnceMs = AT_ONCE_MS }: Interrupting,
): Promise<Value | undefined> {
  let beganMs = clock.elapsed();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (clock.elapsed() - beganMs < atOnceMs) continue;
    await pause();
    if (signal.aborted) return undefined;
    beganMs = clock.elapsed();
  }
}

/** All of it without a pause. */
export function inOneGo<Value>(steps: InSteps<Value>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Steps that come to true when all of them were gone. */
export function* isWhole(steps: InSteps<void>): InSteps<true> {
  yield* steps;
  return true;
}
