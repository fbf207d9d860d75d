import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Bucket } from '#platform/bus/bucket.ts';
import type { ReadMark } from '#platform/bus/streams.ts';
import type { SequenceSpan } from './range/range.ts';

const sequence = z.int().nonnegative();

const Intent = z.strictObject({
  first: sequence,
  last: sequence,
  /** When the server stored the last message. */
  lastMs: sequence.optional(),
  /** Of a range that the stream lost the end of: the token under which all of it may have been inserted. */
  token: z.string().optional(),
});

const State = z.strictObject({
  /** Identity of the sequence numbers: a recreated stream starts at 1 again with different rows behind each number. */
  epoch: z.string().min(1),
  /** Creation time of the stream, absent until the first change. */
  stream: z.string().optional(),
  /** Last sequence whose rows are in the store. */
  written: sequence,
  /** When the server stored that message. */
  writtenMs: sequence.optional(),
  /** Ranges being inserted, in stream order. */
  intents: z.array(Intent),
});
export type JournalState = z.infer<typeof State>;

/** Another writer changed the partition's journal, so the state held here is stale. */
export class JournalTakenError extends Error {
  override readonly name = 'JournalTakenError';
}

const read = (value: Uint8Array): JournalState => State.parse(JSON.parse(new TextDecoder().decode(value)));

/** A range, with the time at which the server stored its last message. */
interface TimedSpan extends SequenceSpan {
  readonly lastMs?: number;
}

interface JournalEntry {
  readonly bucket: Bucket;
  readonly key: string;
}

/**
 * Write-ahead journal of one partition in the key-value store: ranges intended and ranges committed. Each change is
 * conditional on the previous revision, so that only one of two competing writers can proceed.
 */
export class Journal {
  readonly #entry: JournalEntry;
  #state: JournalState;
  #revision: number;

  private constructor(entry: JournalEntry, state: JournalState, revision: number) {
    this.#entry = entry;
    this.#state = state;
    this.#revision = revision;
  }

  /** Opens the journal of a partition, creating it under `newEpoch` if there is none. */
  static async open(bucket: Bucket, key: string, newEpoch: string): Promise<Journal> {
    const entry = await bucket.get(key);
    if (entry !== undefined) return new Journal({ bucket, key }, read(entry.value), entry.revision);
    const state: JournalState = { epoch: newEpoch, written: 0, intents: [] };
    const revision = await bucket.create(key, JSON.stringify(state));
    if (revision === undefined) throw new JournalTakenError(`journal ${key} was created by another writer`);
    return new Journal({ bucket, key }, state, revision);
  }

  get state(): JournalState {
    return this.#state;
  }

  /** Deduplication token: identifies the same rows forever. */
  token({ first, last }: SequenceSpan): string {
    const cut = this.#state.intents.find((intent) => intent.first === first && intent.last === last);
    if (cut?.token !== undefined) return cut.token;
    return `${this.#entry.key}:${this.#state.epoch}:${String(first)}-${String(last)}`;
  }

  /** Call before the insert, in stream order. Replaces any earlier intent that overlaps. */
  async recordIntent({ first, last, lastMs }: TimedSpan): Promise<void> {
    const { intents } = this.#state;
    const token = intents.find((intent) => intent.first === first && intent.last === last)?.token;
    const own = {
      first,
      last,
      ...(lastMs === undefined ? {} : { lastMs }),
      ...(token === undefined ? {} : { token }),
    };
    const before = intents.filter((intent) => intent.last < first);
    const after = intents.filter((intent) => intent.first > last);
    await this.#change({ ...this.#state, intents: [...before, own, ...after] });
  }

  /** Call after the insert of this range and of every range before it. */
  async commit({ last, lastMs }: TimedSpan): Promise<void> {
    const intents = this.#state.intents.filter((intent) => intent.last > last);
    const { writtenMs: _, ...state } = this.#state;
    await this.#change({
      ...state,
      written: last,
      ...(lastMs === undefined ? {} : { writtenMs: lastMs }),
      intents,
    });
  }

  /** Whether the journal belongs to an earlier incarnation of the stream: the stream was recreated since. */
  isForOtherStream({ created, lastSeq }: { readonly created: string; readonly lastSeq: number }): boolean {
    const { stream, written } = this.#state;
    return stream === undefined ? lastSeq < written : stream !== created;
  }

  /** The last message that this journal knows of, undefined when none is known with its time. */
  get lastKnown(): ReadMark | undefined {
    const { written, writtenMs, intents } = this.#state;
    const last = intents.at(-1);
    const [seq, timeMs] = last === undefined ? [written, writtenMs] : [last.last, last.lastMs];
    return seq === 0 || timeMs === undefined ? undefined : { seq, timeMs };
  }

  /**
   * The stream lost its messages after `retained`, and gives their sequences to others. A range that is cut keeps the token of all of it: if
   * it was inserted, what is left of it is in the store as well.
   */
  async cutAfter(retained: number, epoch: string): Promise<void> {
    const { written, intents, writtenMs, ...state } = this.#state;
    const left = intents
      .filter(({ first }) => first <= retained)
      .map((intent) =>
        intent.last <= retained
          ? { ...intent, token: this.token(intent) }
          : { first: intent.first, last: retained, token: this.token(intent) },
      );
    await this.#change({
      ...state,
      epoch,
      written: Math.min(written, retained),
      ...(writtenMs === undefined || written > retained ? {} : { writtenMs }),
      intents: left,
    });
  }

  /** Records the creation time of the stream with the next change. */
  recordStream(stream: string): void {
    this.#state = { ...this.#state, stream };
  }

  /** Starts over under a new epoch: the stream was recreated. */
  async reset(epoch: string, stream?: string): Promise<void> {
    await this.#change({ epoch, ...(stream === undefined ? {} : { stream }), written: 0, intents: [] });
  }

  /**
   * Safe to retry after an error: a change whose reply was lost is recognised, provided no other change was attempted
   * in between.
   */
  async #change(next: JournalState): Promise<void> {
    const { bucket, key } = this.#entry;
    const revision = await bucket.update(key, JSON.stringify(next), this.#revision);
    this.#revision = revision ?? (await this.#confirmStored(next));
    this.#state = next;
  }

  async #confirmStored(desired: JournalState): Promise<number> {
    const { bucket, key } = this.#entry;
    const entry = await bucket.get(key);
    if (entry === undefined || !isDeepStrictEqual(read(entry.value), desired))
      throw new JournalTakenError(`journal ${key} was changed by another writer`);
    return entry.revision;
  }
}
