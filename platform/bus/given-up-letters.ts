import { streams } from '#schemas/bus/stream.ts';
import type { Bucket } from './bucket.ts';
import type { Bus } from './bus.ts';

/** Letters that were taken out on purpose, as a number. */
const TAKEN_OUT = 'taken-out';

const numberIn = (value: Uint8Array): number => Number(Buffer.from(value).toString());

/**
 * Dead letters that gave way to newer ones because there was no room. The stream numbers its messages: what is not there any more
 * and was not taken out by a replay was given up, whoever parked it and whenever that was.
 */
export class GivenUpLetters {
  readonly #bus: Pick<Bus, 'streamState'>;
  readonly #bucket: Bucket;

  constructor(bus: Pick<Bus, 'streamState'>, bucket: Bucket) {
    this.#bus = bus;
    this.#bucket = bucket;
  }

  /** What went before somebody counted, or from a stream that was made anew since, was not given up. */
  async begin(): Promise<void> {
    const gone = await this.#gone();
    const kept = await this.#bucket.get(TAKEN_OUT);
    if (kept === undefined) await this.#bucket.create(TAKEN_OUT, String(gone));
    else if (numberIn(kept.value) > gone) await this.#bucket.update(TAKEN_OUT, String(gone), kept.revision);
  }

  async count(): Promise<number> {
    const kept = await this.#bucket.get(TAKEN_OUT);
    return kept === undefined ? 0 : Math.max(0, (await this.#gone()) - numberIn(kept.value));
  }

  /** A letter was taken out on purpose. */
  async tookOut(): Promise<void> {
    for (;;) {
      const kept = await this.#bucket.get(TAKEN_OUT);
      const next =
        kept === undefined
          ? await this.#bucket.create(TAKEN_OUT, '1')
          : await this.#bucket.update(TAKEN_OUT, String(numberIn(kept.value) + 1), kept.revision);
      if (next !== undefined) return;
    }
  }

  async #gone(): Promise<number> {
    const { lastSeq, messages } = await this.#bus.streamState(streams.dead.name);
    return lastSeq - messages;
  }
}
