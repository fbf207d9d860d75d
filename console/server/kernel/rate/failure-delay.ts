import type { Clock } from '#platform/clock/clock.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { BoundedMap } from './bounded-map.ts';

export interface DelayPolicy {
  /** Failures after which waiting begins: people mistype. */
  readonly free: number;
  /** The longest wait, milliseconds. The first one is a second, each failure more doubles it. */
  readonly longestMs: number;
  /** One failure is forgiven after each such time without another. */
  readonly forgiveMs: number;
  /** Keys remembered at once. */
  readonly keys: number;
}

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/**
 * How long somebody who keeps failing has to wait. A try is counted when it begins, so that many at once are not all free,
 * and forgiven when it succeeds.
 */
export class FailureDelay {
  readonly #clock: Clock;
  readonly #policy: DelayPolicy;
  readonly #failures: BoundedMap<string, Failures>;

  constructor(clock: Clock, policy: DelayPolicy) {
    this.#clock = clock;
    this.#policy = policy;
    this.#failures = new BoundedMap(policy.keys);
  }

  /** Milliseconds until the next try of this key is taken; 0: now. */
  waitMs(key: string): number {
    const known = this.#failures.get(key);
    if (known === undefined) return 0;
    const { free, longestMs } = this.#policy;
    const over = this.#left(known) - free;
    if (over < 0) return 0;
    const delayMs = Math.min(longestMs, SECOND_MS * 2 ** over);
    return Math.max(0, known.lastMs + delayMs - this.#nowMs());
  }

  /** A try begins: it is a failure until it is forgiven. */
  count(key: string): void {
    const known = this.#failures.get(key);
    const before = known === undefined ? 0 : this.#left(known);
    this.#failures.set(key, { count: before + 1, lastMs: this.#nowMs() });
  }

  /** The try that was counted last did not fail. */
  forgive(key: string): void {
    const known = this.#failures.get(key);
    if (known === undefined) return;
    if (known.count <= 1) this.#failures.delete(key);
    else this.#failures.set(key, { ...known, count: known.count - 1 });
  }

  /** Whoever it is knows the password: nothing of this key counts any more. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  #left({ count, lastMs }: Failures): number {
    return Math.max(0, count - Math.floor((this.#nowMs() - lastMs) / this.#policy.forgiveMs));
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}
