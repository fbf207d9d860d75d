import { backOffMs } from './back-off.ts';

/** Attempts at one target at once, so that a slow one leaves the others their share. */
const AT_ONCE = 8;
const BUSY_MS = 250;
/** A job that finds out whether the target works again gets so long before the others ask. */
const PROBE_MS = 1_000;

interface TargetState {
  failures: number;
  /** No attempt before, milliseconds since 1970. */
  closedUntilMs: number;
  running: number;
}

/**
 * Keeps a target that fails from holding up all others: its jobs wait together, and one of them at a time finds out whether it
 * works again.
 */
export class TargetGate {
  readonly #random: () => number;
  readonly #targets = new Map<string, TargetState>();

  /** `random`: from 0 to 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** How long a job of the target has to wait, 0 when it may be attempted now. */
  waitMs(target: string, nowMs: number): number {
    const state = this.#targets.get(target);
    if (state === undefined) return 0;
    const { closedUntilMs, failures, running } = state;
    if (closedUntilMs > nowMs) return closedUntilMs - nowMs + BUSY_MS * this.#random();
    if (failures > 0 && running > 0) return PROBE_MS * (1 + this.#random());
    return running >= AT_ONCE ? BUSY_MS * (1 + this.#random()) : 0;
  }

  /** As `waitMs`; after 0 the job is counted until `succeeded` or `failed` is told. */
  enter(target: string, nowMs: number): number {
    const waitMs = this.waitMs(target, nowMs);
    if (waitMs > 0) return waitMs;
    const state = this.#targets.get(target) ?? { failures: 0, closedUntilMs: 0, running: 0 };
    this.#targets.set(target, state);
    state.running += 1;
    return 0;
  }

  /** The target works. */
  succeeded(target: string): void {
    const state = this.#leave(target);
    if (state === undefined) return;
    state.failures = 0;
    state.closedUntilMs = 0;
    if (state.running === 0) this.#targets.delete(target);
  }

  /** It failed; answers how long to wait, no less than `atLeastMs`. */
  failed(target: string, nowMs: number, atLeastMs = 0): number {
    const state = this.#leave(target);
    if (state === undefined) return atLeastMs;
    state.failures += 1;
    const waitMs = Math.max(atLeastMs, backOffMs(state.failures, this.#random));
    state.closedUntilMs = Math.max(state.closedUntilMs, nowMs + waitMs);
    return waitMs;
  }

  #leave(target: string): TargetState | undefined {
    const state = this.#targets.get(target);
    if (state !== undefined) state.running -= 1;
    return state;
  }
}
