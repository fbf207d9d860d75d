import type { Clock } from '#platform/clock/clock.ts';

const SECOND_MS = 1_000;
/** Packets may leave so much ahead of their pace: timers are not finer than a few milliseconds. */
const BURST_MS = 50;

/** So many packets a second and no more, whoever sends them. */
export class PacketBudget {
  readonly #clock: Clock;
  readonly #spacingMs: number;
  #nextMs = 0;

  constructor(clock: Clock, packetsPerSecond: number) {
    this.#clock = clock;
    this.#spacingMs = SECOND_MS / packetsPerSecond;
  }

  /** Resolves when the packet may leave. */
  async take(signal?: AbortSignal): Promise<void> {
    const nowMs = this.#clock.elapsed();
    const dueMs = Math.max(nowMs, this.#nextMs);
    this.#nextMs = dueMs + this.#spacingMs;
    if (dueMs - nowMs > BURST_MS) await this.#clock.wait(dueMs - nowMs, signal);
  }

  /** Packets that have left already: those after them wait the longer. */
  spent(packets: number): void {
    this.#nextMs = Math.max(this.#clock.elapsed(), this.#nextMs) + packets * this.#spacingMs;
  }
}
