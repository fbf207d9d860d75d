import { streams } from '#schemas/bus/stream.ts';
import type { Bucket } from './bucket.ts';
import type { Bus } from './bus.ts';

/** Key of the number of letters that were removed on purpose. */
const REMOVED_KEY = 'taken-out';

const numberIn = (value: Uint8Array): number => Number(Buffer.from(value).toString());

/**
 * Dead letters that the stream dropped in favour of newer ones because it was full. The stream numbers its messages: a message that
 * is deleted, and that no replay removed, was dropped.
 */
export class DroppedLetters {
  readonly #bus: Pick<Bus, 'streamState'>;
  readonly #bucket: Bucket;

  constructor(bus: Pick<Bus, 'streamState'>, bucket: Bucket) {
    this.#bus = bus;
    this.#bucket = bucket;
  }

  /** Excludes letters that were deleted before counting started, or belonged to a stream that was recreated. */
  async start(): Promise<void> {
    const missing = await this.#missing();
    const removed = await this.#bucket.get(REMOVED_KEY);
    if (removed === undefined) await this.#bucket.create(REMOVED_KEY, String(missing));
    else if (numberIn(removed.value) > missing)
      await this.#bucket.update(REMOVED_KEY, String(missing), removed.revision);
  }

  async count(): Promise<number> {
    const removed = await this.#bucket.get(REMOVED_KEY);
    return removed === undefined ? 0 : Math.max(0, (await this.#missing()) - numberIn(removed.value));
  }

  /** Counts a letter that was removed on purpose. */
  async recordRemoval(): Promise<void> {
    for (;;) {
      const removed = await this.#bucket.get(REMOVED_KEY);
      const next =
        removed === undefined
          ? await this.#bucket.create(REMOVED_KEY, '1')
          : await this.#bucket.update(REMOVED_KEY, String(numberIn(removed.value) + 1), removed.revision);
      if (next !== undefined) return;
    }
  }

  /** Returns the number of messages that the stream stored once and no longer has. */
  async #missing(): Promise<number> {
    const { lastSeq, messages } = await this.#bus.streamState(streams.dead.name);
    return lastSeq - messages;
  }
}
