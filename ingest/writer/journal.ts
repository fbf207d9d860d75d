import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { Span } from './range.ts';

const sequence = z.int().nonnegative();

const Intent = z.strictObject({ first: sequence, last: sequence });

const State = z.strictObject({
  /** Identity of the sequence numbers: a stream that was made anew starts at 1 again, with other rows behind each number. */
  epoch: z.string().min(1),
  /** When the stream was made; earlier writers did not note it. */
  stream: z.string().optional(),
  /** Last sequence whose rows are in the store. */
  written: sequence,
  /** The ranges that are being inserted, in the order of the stream. */
  intents: z.array(Intent).default([]),
});
export type State = z.infer<typeof State>;

/** What a writer leaves that knew one range at a time. */
const Kept = z.union([
  z
    .strictObject({ ...State.omit({ intents: true }).shape, intent: Intent })
    .transform(({ intent, ...state }): State => ({ ...state, intents: [intent] })),
  State,
]);

/** Another writer changed the partition's journal: what this one knows is out of date. */
export class JournalTakenError extends Error {
  override readonly name = 'JournalTakenError';
}

const read = (value: Uint8Array): State => Kept.parse(JSON.parse(new TextDecoder().decode(value)));

interface Place {
  readonly bucket: Bucket;
  readonly key: string;
}

/**
 * What a writer is about to do and has done in one partition, in the key-value store. Each change is conditional on the
 * one before, so that of two writers of a partition only one goes on.
 */
export class Journal {
  readonly #place: Place;
  #state: State;
  #revision: number;

  private constructor(place: Place, state: State, revision: number) {
    this.#place = place;
    this.#state = state;
    this.#revision = revision;
  }

  /** Reads the journal of a partition, beginning one under `newEpoch` when there is none. */
  static async open(bucket: Bucket, key: string, newEpoch: string): Promise<Journal> {
    const entry = await bucket.get(key);
    if (entry !== undefined) return new Journal({ bucket, key }, read(entry.value), entry.revision);
    const state: State = { epoch: newEpoch, written: 0, intents: [] };
    const revision = await bucket.create(key, JSON.stringify(state));
    if (revision === undefined) throw new JournalTakenError(`journal ${key} was begun by another writer`);
    return new Journal({ bucket, key }, state, revision);
  }

  get state(): State {
    return this.#state;
  }

  /** The same token stands for the same rows for ever. */
  token({ first, last }: Span): string {
    return `${this.#place.key}:${this.#state.epoch}:${String(first)}-${String(last)}`;
  }

  /** To be written before the insert; each range behind the one before. What was intended in its place is forgotten. */
  async intend({ first, last }: Span): Promise<void> {
    const { intents } = this.#state;
    const before = intents.filter((intent) => intent.last < first);
    const behind = intents.filter((intent) => intent.first > last);
    await this.#change({ ...this.#state, intents: [...before, { first, last }, ...behind] });
  }

  /** To be written after the insert of the range, and of all before it. */
  async commit({ last }: Span): Promise<void> {
    const intents = this.#state.intents.filter((intent) => intent.last > last);
    await this.#change({ ...this.#state, written: last, intents });
  }

  /** Whether this is of another stream than the one that was made then and holds messages up to `lastSeq`. */
  isOfAnother({ created, lastSeq }: { readonly created: string; readonly lastSeq: number }): boolean {
    const { stream, written } = this.#state;
    return stream === undefined ? lastSeq < written : stream !== created;
  }

  /** Notes with its next change when the stream was made. */
  isOf(stream: string): void {
    this.#state = { ...this.#state, stream };
  }

  /** Starts again at the beginning: the stream was made anew. */
  async restart(epoch: string, stream?: string): Promise<void> {
    await this.#change({ epoch, ...(stream === undefined ? {} : { stream }), written: 0, intents: [] });
  }

  /**
   * May be repeated after an error: a change whose answer was lost is recognised, when no other was attempted in between.
   */
  async #change(next: State): Promise<void> {
    const { bucket, key } = this.#place;
    const revision = await bucket.update(key, JSON.stringify(next), this.#revision);
    this.#revision = revision ?? (await this.#revisionOf(next));
    this.#state = next;
  }

  async #revisionOf(wanted: State): Promise<number> {
    const { bucket, key } = this.#place;
    const entry = await bucket.get(key);
    if (entry === undefined || !isDeepStrictEqual(read(entry.value), wanted))
      throw new JournalTakenError(`journal ${key} was changed by another writer`);
    return entry.revision;
  }
}
