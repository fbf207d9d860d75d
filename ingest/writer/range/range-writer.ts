import { streams } from '#schemas/bus/stream.ts';
import type { Table } from '#schemas/table/table.ts';
import { parkMessage } from '../dead-letter/park-message.ts';
import { insertRange, insertBisecting, isDataError } from './insert-range.ts';
import { JournalTakenError, type Journal } from '../journal.ts';
import type { WriterNeeds } from '../writer-needs.ts';
import { releaseUpTo, type PartitionKey } from '../positions.ts';
import { rangesByLayout, rowPiecesOf, rowCountOf, type Range, type SequenceSpan } from './range.ts';
import type { CheckedMessage } from '../check-message.ts';
import { streamTables } from '../stream-tables.ts';
import { Semaphore } from '../semaphore.ts';
import { during } from '#platform/tracing/spans.ts';
import { rangeSpan } from './range-span.ts';

/** Retries an attempt until it succeeds. The name labels its failure count. */
export type Retry = <Value>(name: string, attempt: () => Promise<Value>) => Promise<Value>;

interface RangeContext {
  readonly key: PartitionKey;
  readonly journal: Journal;
  readonly retry: Retry;
}

/** Writes ranges of one partition: journal, insert, commit, release. */
export class RangeWriter {
  readonly #needs: WriterNeeds;
  readonly #key: PartitionKey;
  readonly #journal: Journal;
  readonly #retry: Retry;
  /** Serialises journal changes including their retries: each one needs the revision left by the previous. */
  readonly #journalMutex = new Semaphore(1);
  #releasedSeq = 0;
  #isBehind = false;

  constructor(needs: WriterNeeds, { key, journal, retry }: RangeContext) {
    this.#needs = needs;
    this.#key = key;
    this.#journal = journal;
    this.#retry = retry;
  }

  /**
   * Inserts the range concurrently with earlier ones and commits it after them. After a kill at any point, the
   * journaled ranges are cut at the same places and replayed. A backup sees a range in full or not at all.
   */
  write(range: Range, committedBefore: Promise<void>): Promise<void> {
    const span = rangeSpan(this.#key, range, this.#needs.clock.now().getTime());
    return during(span, () => this.#needs.bus.hold.during(() => this.#write(range, committedBefore)));
  }

  async #write(range: Range, committedBefore: Promise<void>): Promise<void> {
    await this.#journalMutex.run(() => this.#retry('journal', () => this.#journal.recordIntent(range)));
    for (const checked of range.messages)
      if (checked.cause !== undefined) await this.#park(checked, checked.cause);
    for (const [layout, part] of rangesByLayout(range))
      await this.#needs.insertSlots.run(() => this.#insert(part, layout, range));
    await committedBefore;
    await this.#journalMutex.run(() => this.#retry('commit', () => this.#journal.commit(range)));
    this.#count(range);
    this.#needs.arena.release(range.messages);
  }

  /**
   * Publishes the position and purges the stream if the position has moved. A failed release is left to the next one.
   */
  async release(): Promise<void> {
    const { written, writtenMs, stream: created } = this.#journal.state;
    if (written === this.#releasedSeq) return;
    const unread = await releaseUpTo(this.#needs, this.#key, {
      written,
      created,
      read: writtenMs === undefined ? undefined : { seq: written, timeMs: writtenMs },
    });
    this.#releasedSeq = written;
    this.#reportLag(unread);
  }

  /**
   * Messages are stored for an absent or slow engine until the stream is half full. After that the engine misses them.
   */
  #reportLag(messages: number): void {
    const { metrics, log } = this.#needs;
    const { stream, partition } = this.#key;
    metrics.purgedUnread.inc({ stream, partition }, messages);
    const isBehind = messages > 0;
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    const { name } = streams[stream];
    if (isBehind) log.warn({ stream: name, partition, messages }, 'unread messages purged');
    else log.info({ stream: name, partition }, 'unread messages retained');
  }

  /** `all`: the range that it is a layout of. */
  #insert(range: Range, layout: Table, all: SequenceSpan): Promise<void> {
    const { stream } = this.#key;
    const { clickhouse, metrics } = this.#needs;
    const inserting = {
      clickhouse,
      table: layout,
      // Ranges of two layouts may have the same ends.
      token: (span: SequenceSpan) => {
        const token = this.#journal.token(span === range ? all : span);
        return layout === streamTables[stream] ? token : `${token}:detailed`;
      },
    };
    const insertOnce = async (part: Range): Promise<void> => {
      const end = metrics.insertSeconds.startTimer({ stream });
      await insertRange(inserting, part);
      end();
    };
    return insertBisecting(
      {
        insert: (part) => this.#retryTransient(() => insertOnce(part)),
        park: async (part, cause) => {
          for (const checked of part.messages) await this.#park(checked, cause);
        },
      },
      range,
    );
  }

  /**
   * Retries an insert while the store is at fault. Throws if the rows are. A process that was suspended inserts nothing: ClickHouse
   * may have forgotten the token under which another writer has inserted the range since.
   */
  async #retryTransient(insert: () => Promise<void>): Promise<void> {
    const rejected = await this.#retry('insert', async () => {
      if (!this.#needs.isHeld()) throw new JournalTakenError('the lease of the partition is not held');
      try {
        await insert();
        return undefined;
      } catch (error) {
        if (isDataError(error)) return { error };
        throw error;
      }
    });
    if (rejected !== undefined) throw rejected.error;
  }

  async #park({ message }: CheckedMessage, cause: string): Promise<void> {
    const { deadLetters, metrics, log } = this.#needs;
    const { stream, partition } = this.#key;
    await this.#retry('dead letter', () => parkMessage(deadLetters, { stream, message, cause }));
    metrics.deadLetters.inc({ stream, partition });
    const facts = { stream: streams[stream].name, partition, seq: message.seq, reason: cause };
    log.warn(facts, 'dead letter parked');
  }

  #count(range: Range): void {
    const { metrics, clock } = this.#needs;
    const { stream, partition } = this.#key;
    const bytes = rowPiecesOf(range).reduce((sum, { length }) => sum + length, 0);
    metrics.rows.inc({ stream, partition }, rowCountOf(range));
    metrics.bytes.inc({ stream, partition }, bytes);
    metrics.ranges.inc({ stream, partition });
    const stored = range.messages.at(-1)?.message.timeMs ?? 0;
    metrics.lag.set({ stream, partition }, (clock.now().getTime() - stored) / 1_000);
  }
}
