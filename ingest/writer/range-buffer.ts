import type { Clock } from '#platform/clock/clock.ts';
import type { Checked } from './check-message.ts';
import { rangeOf } from './range.ts';
import type { Range } from './range.ts';

/** When a range is complete: whatever comes first. */
export interface RangeLimits {
  readonly bytes: number;
  readonly rows: number;
  /** Since the first message was put. */
  readonly ageMs: number;
}

/**
 * Where the next range grows while the one before is inserted. One side puts messages and waits while there is no room;
 * the other takes ranges. Holds one range at most: that bounds the memory.
 */
export class RangeBuffer {
  readonly #limits: RangeLimits;
  readonly #clock: Clock;
  /** End of a range that was journaled before: it is cut there again, and nowhere else. */
  #until: number | undefined;
  /** Ends of those behind it. */
  readonly #ends: number[];
  #held: Checked[] = [];
  #bytes = 0;
  #rows = 0;
  #since = 0;
  #complete = false;
  #closed = false;
  #failure: unknown;
  #changed: () => void = () => undefined;
  #room: () => void = () => undefined;

  constructor(limits: RangeLimits, clock: Clock, ends: readonly number[] = []) {
    this.#limits = limits;
    this.#clock = clock;
    [this.#until, ...this.#ends] = ends;
  }

  /** Resolves when the message is in; at once to nothing after `close`. */
  async put(checked: Checked): Promise<void> {
    while (!this.#closed && !this.#fits(checked)) {
      // Nothing of the journaled range is stored any more.
      if (this.#held.length === 0) this.#until = this.#ends.shift();
      else await this.#taken();
    }
    if (this.#closed) return;
    if (this.#held.length === 0) this.#since = this.#clock.elapsed();
    this.#held.push(checked);
    this.#bytes += checked.message.data.length;
    this.#rows += checked.rows;
    if (this.#isCut(checked)) this.#complete = true;
    this.#changed();
  }

  /** The next range, or undefined after `close`. Rejects with the cause given to `fail`. */
  async take(): Promise<Range | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#closed) return undefined;
      if (this.#complete) return this.#cut();
      const left =
        this.#held.length === 0 || this.#until !== undefined
          ? undefined
          : this.#since + this.#limits.ageMs - this.#clock.elapsed();
      if (left !== undefined && left <= 0) return this.#cut();
      await this.#change(left);
    }
  }

  close(): void {
    this.#closed = true;
    this.#changed();
    this.#room();
  }

  fail(cause: unknown): void {
    this.#failure = cause;
    this.close();
  }

  #fits({ message, rows }: Checked): boolean {
    if (this.#complete) return false;
    if (this.#until !== undefined) return message.seq <= this.#until;
    if (this.#held.length === 0) return true;
    return this.#bytes + message.data.length <= this.#limits.bytes && this.#rows + rows <= this.#limits.rows;
  }

  #isCut({ message }: Checked): boolean {
    if (this.#until !== undefined) return message.seq === this.#until;
    return this.#bytes >= this.#limits.bytes || this.#rows >= this.#limits.rows;
  }

  #cut(): Range {
    const range = rangeOf(this.#held);
    this.#held = [];
    this.#bytes = 0;
    this.#rows = 0;
    this.#complete = false;
    this.#until = this.#ends.shift();
    this.#room();
    return range;
  }

  /** A message that does not fit ends the range before it. */
  async #taken(): Promise<void> {
    this.#complete = true;
    await new Promise<void>((resolve) => {
      this.#room = resolve;
      this.#changed();
    });
  }

  async #change(withinMs: number | undefined): Promise<void> {
    const over = new AbortController();
    await new Promise<void>((resolve) => {
      this.#changed = resolve;
      if (withinMs !== undefined) void this.#clock.wait(withinMs, over.signal).then(resolve);
    });
    over.abort();
  }
}
