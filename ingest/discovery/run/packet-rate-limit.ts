import type { Clock } from '#platform/clock/clock.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

/** Tolerated burst: timers are accurate to a few milliseconds. */
const BURST_MS = 50;

/** Limits the packets per second over all senders. */
export class PacketRateLimit {
  readonly #clock: Clock;
  readonly #spacingMs: number;
  #nextMs = 0;

  constructor(clock: Clock, packetsPerSecond: number) {
    this.#clock = clock;
    this.#spacingMs = SECOND_MS / packetsPerSecond;
  }

  /** Resolves when a packet may be sent. */
  async acquire(signal?: AbortSignal): Promise<void> {
    const nowMs = this.#clock.elapsed();
    const dueMs = Math.max(nowMs, this.#nextMs);
    this.#nextMs = dueMs + this.#spacingMs;
    if (dueMs - nowMs > BURST_MS) await this.#clock.wait(dueMs - nowMs, signal);
  }

  /** Accounts for packets already sent: later ones wait longer. */
  charge(packets: number): void {
    this.#nextMs = Math.max(this.#clock.elapsed(), this.#nextMs) + packets * this.#spacingMs;
  }
}
