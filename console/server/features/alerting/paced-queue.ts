import type { Clock } from '#platform/clock/clock.ts';

/** Messages are handled for this long before the server does other work, milliseconds. */
const SLICE_MS = 10;
/** Waiting bytes: 100,000 rows in compressed deltas are 2 MB, in single ones 45 MB. */
const MAX_BYTES = 64 * 2 ** 20;

interface Sized {
  readonly data: Uint8Array;
}

export interface PacedQueueNeeds<Message> {
  readonly clock: Clock;
  readonly handle: (message: Message) => void;
  /** Called when the waiting messages were dropped because there were too many. */
  readonly onDropped: (bytes: number) => void;
}

/**
 * Handles messages in order, at once while there are few. A storm arrives faster than requests can be served between its messages,
 * since one read of the connection brings many of them: what remains waits for the next slice.
 */
export class PacedQueue<Message extends Sized> {
  readonly #needs: PacedQueueNeeds<Message>;
  #waiting: Message[] = [];
  #bytes = 0;
  #sliceStartMs = 0;
  #isPacing = false;

  constructor(needs: PacedQueueNeeds<Message>) {
    this.#needs = needs;
  }

  push(message: Message): void {
    this.#waiting.push(message);
    this.#bytes += message.data.length;
    if (!this.#isPacing) {
      this.#isPacing = true;
      this.#sliceStartMs = this.#needs.clock.elapsed();
      void this.#pace();
    }
    this.#handleSlice();
    if (this.#bytes > MAX_BYTES) this.#drop();
  }

  async #pace(): Promise<void> {
    const { clock } = this.#needs;
    do {
      await clock.wait(0);
      this.#sliceStartMs = clock.elapsed();
      this.#handleSlice();
    } while (this.#waiting.length > 0);
    this.#isPacing = false;
  }

  #handleSlice(): void {
    const { clock, handle } = this.#needs;
    let handled = 0;
    for (const message of this.#waiting) {
      if (clock.elapsed() - this.#sliceStartMs >= SLICE_MS) break;
      handled += 1;
      this.#bytes -= message.data.length;
      handle(message);
    }
    this.#waiting.splice(0, handled);
  }

  #drop(): void {
    const bytes = this.#bytes;
    this.#waiting = [];
    this.#bytes = 0;
    this.#needs.onDropped(bytes);
  }
}
