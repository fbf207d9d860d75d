import { parkMessage } from './dead-letters.ts';
import { insertRange, insertSparing, isDataError } from './insert-range.ts';
import type { Journal } from './journal.ts';
import type { WriterNeeds } from './writer-needs.ts';
import { releaseUpTo } from './positions.ts';
import type { PartitionKey } from './positions.ts';
import { bodyOf, rowsOf } from './range.ts';
import type { Range, Span } from './range.ts';
import type { Checked } from './check-message.ts';
import { streamTables } from './stream-tables.ts';
import { Turns } from './turns.ts';

/** Repeats an attempt, named for the count of failures, until it succeeds. */
export type Persist = <Value>(name: string, attempt: () => Promise<Value>) => Promise<Value>;

interface Place {
  readonly key: PartitionKey;
  readonly journal: Journal;
  readonly persist: Persist;
}

/** Brings ranges of one partition into the store: journal, insert, commit, release. */
export class RangeWork {
  readonly #needs: WriterNeeds;
  readonly #key: PartitionKey;
  readonly #journal: Journal;
  readonly #persist: Persist;
  /** One change of the journal at a time, with its repetitions: each knows the revision that the one before left. */
  readonly #changes = new Turns(1);
  #released = 0;
  #isBehind = false;

  constructor(needs: WriterNeeds, { key, journal, persist }: Place) {
    this.#needs = needs;
    this.#key = key;
    this.#journal = journal;
    this.#persist = persist;
  }

  /**
   * Inserts the range while those before it may still be inserted, and commits it when they are committed. After a kill at any
   * point of this, the journaled ranges are cut at the same places and all of them are done again.
   */
  async write(range: Range, committedBefore: Promise<void>): Promise<void> {
    await this.#changes.run(() => this.#persist('journal', () => this.#journal.intend(range)));
    for (const checked of range.messages)
      if (checked.cause !== undefined) await this.#park(checked, checked.cause);
    await this.#needs.turns.run(() => this.#insert(range));
    await committedBefore;
    await this.#changes.run(() => this.#persist('commit', () => this.#journal.commit(range)));
    this.#count(range);
    this.#needs.memory.release(range.messages);
  }

  /** Publishes the position and purges the stream, when there is anything new. A failure leaves it to the next time. */
  async release(): Promise<void> {
    const { written } = this.#journal.state;
    if (written === this.#released) return;
    const unread = await releaseUpTo(this.#needs, this.#key, written);
    this.#released = written;
    this.#tellUnread(unread);
  }

  /** An engine that is away, or too slow, is waited for until the stream is half full: what it misses then is said. */
  #tellUnread(messages: number): void {
    const { metrics, log } = this.#needs;
    const { stream, partition } = this.#key;
    metrics.unread.inc({ stream, partition }, messages);
    const isBehind = messages > 0;
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    if (isBehind)
      log.warn(
        { stream, partition, messages },
        'the stream is half full of what the engine has not read: it is stored, and the engine will not measure it',
      );
    else log.info({ stream, partition }, 'the engine is waited for again');
  }

  #insert(range: Range): Promise<void> {
    const { stream } = this.#key;
    const { clickhouse, metrics } = this.#needs;
    const inserting = {
      clickhouse,
      table: streamTables[stream],
      token: (span: Span) => this.#journal.token(span),
    };
    const insertOnce = async (part: Range): Promise<void> => {
      const end = metrics.insertSeconds.startTimer({ stream });
      await insertRange(inserting, part);
      end();
    };
    return insertSparing(
      {
        insert: (part) => this.#whileRetryHelps(() => insertOnce(part)),
        park: async (part, cause) => {
          for (const checked of part.messages) await this.#park(checked, cause);
        },
      },
      range,
    );
  }

  /** Repeats an insert that failed for the store's sake; throws when it failed for the rows' sake. */
  async #whileRetryHelps(insert: () => Promise<void>): Promise<void> {
    const refused = await this.#persist('insert', async () => {
      try {
        await insert();
        return undefined;
      } catch (error) {
        if (isDataError(error)) return { error };
        throw error;
      }
    });
    if (refused !== undefined) throw refused.error;
  }

  async #park({ message }: Checked, cause: string): Promise<void> {
    const { deadLetters, metrics, log } = this.#needs;
    const { stream, partition } = this.#key;
    await this.#persist('dead letter', () => parkMessage(deadLetters, { stream, message, cause }));
    metrics.deadLetters.inc({ stream, partition });
    log.warn({ stream, partition, seq: message.seq, cause }, 'message parked');
  }

  #count(range: Range): void {
    const { metrics, clock } = this.#needs;
    const { stream, partition } = this.#key;
    const bytes = bodyOf(range).reduce((sum, { length }) => sum + length, 0);
    metrics.rows.inc({ stream, partition }, rowsOf(range));
    metrics.bytes.inc({ stream, partition }, bytes);
    metrics.ranges.inc({ stream, partition });
    const stored = range.messages.at(-1)?.message.timeMs ?? 0;
    metrics.lag.set({ stream, partition }, (clock.now().getTime() - stored) / 1_000);
  }
}
