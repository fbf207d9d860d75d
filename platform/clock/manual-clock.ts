import type { Clock } from './clock.ts';

interface Due {
  at: number;
  readonly periodMs: number | undefined;
  readonly run: () => void | Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** A clock for tests: time passes only with `advance` and `leap`, which await the due callbacks in order. */
export class ManualClock implements Clock {
  /** Start time of `now`, unless set since. */
  #startMs: number;
  #elapsedMs = 0;
  #due: Due[] = [];

  constructor(start: Date | number = 0) {
    this.#startMs = Number(start);
  }

  now(): Date {
    return new Date(this.#startMs + this.#elapsedMs);
  }

  elapsed(): number {
    return this.#elapsedMs;
  }

  /** Sets the clock forward, or back when negative; no time passes. */
  setBy(byMs: number): void {
    this.#startMs += byMs;
  }

  every(periodMs: number, run: () => void | Promise<void>, signal: AbortSignal): void {
    this.#due.push({ at: this.#elapsedMs + periodMs, periodMs, run, signal });
  }

  wait(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#due.push({ at: this.#elapsedMs + durationMs, periodMs: undefined, run: resolve, signal });
      signal?.addEventListener('abort', () => {
        resolve();
      });
    });
  }

  /**
   * Passes the time at once, as for a process that was suspended: each due callback runs once, periodic ones too. For hours, in which
   * `advance` runs what a server does every second thousands of times.
   */
  async leap(durationMs: number): Promise<void> {
    this.#elapsedMs += durationMs;
    const due = this.#due
      .filter(({ at, signal }) => at <= this.#elapsedMs && signal?.aborted !== true)
      .toSorted((one, other) => one.at - other.at);
    this.#due = this.#due.filter((one) => one.periodMs !== undefined || !due.includes(one));
    for (const one of due) {
      if (one.periodMs !== undefined) one.at = this.#elapsedMs + one.periodMs;
      await one.run();
    }
  }

  async advance(durationMs: number): Promise<void> {
    const end = this.#elapsedMs + durationMs;
    for (;;) {
      this.#due = this.#due
        .filter(({ signal }) => signal?.aborted !== true)
        .sort((one, other) => one.at - other.at);
      const next = this.#due[0];
      if (next === undefined || next.at > end) break;
      this.#elapsedMs = next.at;
      if (next.periodMs === undefined) this.#due.shift();
      else next.at += next.periodMs;
      await next.run();
    }
    this.#elapsedMs = end;
  }
}
