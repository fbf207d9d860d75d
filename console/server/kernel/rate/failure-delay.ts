import type { Clock } from '#platform/clock/clock.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { LRUCache } from 'lru-cache';

export interface DelayPolicy {
  /** Failures without a delay: people mistype. */
  readonly freeFailures: number;
  /** Longest delay. The first one is a second, and each further failure doubles it. */
  readonly maxDelayMs: number;
  /** One failure is forgiven after each interval of this length without another. */
  readonly forgiveMs: number;
  /** Keys kept at the same time. */
  readonly maxKeys: number;
}

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/**
 * Growing delay between failed attempts of one key. An attempt counts when it starts, so that concurrent attempts are not all free,
 * and is forgiven when it succeeds.
 */
export class FailureDelay {
  readonly #clock: Clock;
  readonly #policy: DelayPolicy;
  readonly #failures: LRUCache<string, Failures>;

  constructor(clock: Clock, policy: DelayPolicy) {
    this.#clock = clock;
    this.#policy = policy;
    this.#failures = new LRUCache({ max: policy.maxKeys });
  }

  /** Time until the next attempt of this key is accepted. 0: now. */
  waitMs(key: string): number {
    const known = this.#failures.peek(key);
    if (known === undefined) return 0;
    const { freeFailures, maxDelayMs } = this.#policy;
    const over = this.#remaining(known) - freeFailures;
    if (over < 0) return 0;
    const delayMs = Math.min(maxDelayMs, SECOND_MS * 2 ** over);
    return Math.max(0, known.lastMs + delayMs - this.#nowMs());
  }

  /** Counts an attempt. It is a failure until it is forgiven. */
  count(key: string): void {
    const known = this.#failures.peek(key);
    const before = known === undefined ? 0 : this.#remaining(known);
    this.#failures.set(key, { count: before + 1, lastMs: this.#nowMs() });
  }

  /** Takes back the last counted attempt. */
  forgive(key: string): void {
    const known = this.#failures.peek(key);
    if (known === undefined) return;
    if (known.count <= 1) this.#failures.delete(key);
    else this.#failures.set(key, { ...known, count: known.count - 1 });
  }

  /** Clears the failures of a key whose password was correct. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  #remaining({ count, lastMs }: Failures): number {
    return Math.max(0, count - Math.floor((this.#nowMs() - lastMs) / this.#policy.forgiveMs));
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}
