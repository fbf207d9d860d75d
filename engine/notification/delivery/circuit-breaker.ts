import { backOffMs } from '#platform/clock/back-off.ts';

const BACK_OFF = { firstMs: 1_000, maxMs: 5 * 60_000 };

/** Concurrent attempts per target, so that a slow target leaves capacity to the others. */
const MAX_CONCURRENT = 8;
const BUSY_MS = 250;
/** How long the others wait for a probe of a failing target. */
const PROBE_MS = 1_000;

/** Recipients of other mail than notifications are targets too: from here on those that are over are forgotten. */
const MANY_TARGETS = 1_000;

interface BreakerState {
  failures: number;
  /** No attempt before this time, in milliseconds of `elapsed`. */
  openUntilMs: number;
  running: number;
}

/**
 * Circuit breaker per target: the jobs of a failing target wait together, and one at a time probes whether it
 * works again.
 */
export class CircuitBreaker {
  readonly #random: () => number;
  readonly #targets = new Map<string, BreakerState>();

  /** `random`: from 0 to 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns how long a job of the target has to wait, 0 if it may be attempted now. */
  waitMs(target: string, nowMs: number): number {
    const state = this.#targets.get(target);
    if (state === undefined) return 0;
    const { openUntilMs, failures, running } = state;
    if (openUntilMs > nowMs) return openUntilMs - nowMs + BUSY_MS * this.#random();
    if (failures > 0 && running > 0) return PROBE_MS * (1 + this.#random());
    return running >= MAX_CONCURRENT ? BUSY_MS * (1 + this.#random()) : 0;
  }

  /** Like `waitMs`; if it returns 0, the job counts as running until `succeeded` or `failed` is called. */
  tryAcquire(target: string, nowMs: number): number {
    const waitMs = this.waitMs(target, nowMs);
    if (waitMs > 0) return waitMs;
    const state = this.#targets.get(target) ?? { failures: 0, openUntilMs: 0, running: 0 };
    if (this.#targets.size >= MANY_TARGETS) this.#forgetUntried(nowMs);
    this.#targets.set(target, state);
    state.running += 1;
    return 0;
  }

  /** Closes the breaker. */
  succeeded(target: string): void {
    const state = this.#release(target);
    if (state === undefined) return;
    state.failures = 0;
    state.openUntilMs = 0;
    if (state.running === 0) this.#targets.delete(target);
  }

  /** Opens the breaker and returns how long to wait, at least `atLeastMs`. */
  failed(target: string, nowMs: number, atLeastMs = 0): number {
    const state = this.#release(target);
    if (state === undefined) return atLeastMs;
    state.failures += 1;
    const waitMs = Math.max(atLeastMs, backOffMs(state.failures, { ...BACK_OFF, random: this.#random }));
    state.openUntilMs = Math.max(state.openUntilMs, nowMs + waitMs);
    return waitMs;
  }

  /** The jobs of a target that was not tried again are over. */
  #forgetUntried(nowMs: number): void {
    for (const [target, { running, openUntilMs }] of this.#targets)
      if (running === 0 && nowMs - openUntilMs > BACK_OFF.maxMs) this.#targets.delete(target);
  }

  #release(target: string): BreakerState | undefined {
    const state = this.#targets.get(target);
    if (state !== undefined) state.running -= 1;
    return state;
  }
}
