import type { Clock } from '#platform/clock/clock.ts';
import type { CheckedMessage } from '../check-message.ts';
import { rangeOf, type Range } from './range.ts';

/** Limits of a range. The first one reached completes it. */
export interface RangeLimits {
  readonly bytes: number;
  readonly rows: number;
  /** Age of the first message. */
  readonly ageMs: number;
  /** A range with fewer rows may be older: each insert costs ClickHouse parts and merges, however few rows it has. */
  readonly sparse?: { readonly rows: number; readonly ageMs: number };
}

/**
 * Collects the next range while the previous one is inserted. The producer waits in `put` while there is no room, the
 * consumer calls `take`. Holding at most one range bounds the memory.
 */
export class RangeBuffer {
  readonly #limits: RangeLimits;
  readonly #clock: Clock;
  /** End of a journaled range: a replay ends it there and nowhere else. */
  #plannedEnd: number | undefined;
  /** Ends of the journaled ranges after it. */
  readonly #laterEnds: number[];
  #messages: CheckedMessage[] = [];
  #bytes = 0;
  #rows = 0;
  #startedAt = 0;
  #complete = false;
  #closed = false;
  #failure: unknown;
  #onChange: () => void = () => undefined;
  #onRoom: () => void = () => undefined;

  constructor(limits: RangeLimits, clock: Clock, ends: readonly number[] = []) {
    this.#limits = limits;
    this.#clock = clock;
    [this.#plannedEnd, ...this.#laterEnds] = ends;
  }

  /** Resolves once the message is in the buffer, or at once after `close`. */
  async put(checked: CheckedMessage): Promise<void> {
    while (!this.#closed && !this.#fits(checked)) {
      // No message of the journaled range is stored any more.
      if (this.#messages.length === 0) this.#plannedEnd = this.#laterEnds.shift();
      else await this.#waitForRoom();
    }
    if (this.#closed) return;
    if (this.#messages.length === 0) this.#startedAt = this.#clock.elapsed();
    this.#messages.push(checked);
    this.#bytes += checked.message.data.length;
    this.#rows += checked.rows;
    if (this.#endsRange(checked)) this.#complete = true;
    this.#onChange();
  }

  /** Returns the next range, or undefined after `close`. Rejects with the cause given to `fail`. */
  async take(): Promise<Range | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#closed) return undefined;
      if (this.#complete) return this.#takeRange();
      const remainingMs =
        this.#messages.length === 0 || this.#plannedEnd !== undefined
          ? undefined
          : this.#startedAt + this.#ageMs() - this.#clock.elapsed();
      if (remainingMs !== undefined && remainingMs <= 0) return this.#takeRange();
      await this.#waitForChange(remainingMs);
    }
  }

  close(): void {
    this.#closed = true;
    this.#onChange();
    this.#onRoom();
  }

  fail(cause: unknown): void {
    this.#failure = cause;
    this.close();
  }

  #ageMs(): number {
    const { ageMs, sparse } = this.#limits;
    return sparse !== undefined && this.#rows < sparse.rows ? Math.max(ageMs, sparse.ageMs) : ageMs;
  }

  #fits({ message, rows }: CheckedMessage): boolean {
    if (this.#complete) return false;
    if (this.#plannedEnd !== undefined) return message.seq <= this.#plannedEnd;
    if (this.#messages.length === 0) return true;
    return this.#bytes + message.data.length <= this.#limits.bytes && this.#rows + rows <= this.#limits.rows;
  }

  #endsRange({ message }: CheckedMessage): boolean {
    if (this.#plannedEnd !== undefined) return message.seq === this.#plannedEnd;
    return this.#bytes >= this.#limits.bytes || this.#rows >= this.#limits.rows;
  }

  #takeRange(): Range {
    const range = rangeOf(this.#messages);
    this.#messages = [];
    this.#bytes = 0;
    this.#rows = 0;
    this.#complete = false;
    this.#plannedEnd = this.#laterEnds.shift();
    this.#onRoom();
    return range;
  }

  /** A message that does not fit completes the range before it. */
  async #waitForRoom(): Promise<void> {
    this.#complete = true;
    await new Promise<void>((resolve) => {
      this.#onRoom = resolve;
      this.#onChange();
    });
  }

  async #waitForChange(withinMs: number | undefined): Promise<void> {
    const settled = new AbortController();
    await new Promise<void>((resolve) => {
      this.#onChange = resolve;
      if (withinMs !== undefined) void this.#clock.wait(withinMs, settled.signal).then(resolve);
    });
    settled.abort();
  }
}
