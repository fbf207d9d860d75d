import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { messageChecker } from './check-message.ts';
import { Journal, JournalTakenError } from './journal.ts';
import { keyOf, withdrawPositions } from './positions.ts';
import type { PartitionKey } from './positions.ts';
import { RangeBuffer } from './range-buffer.ts';
import { RangeWork } from './range-work.ts';
import type { Persist } from './range-work.ts';
import { backOffMs, isWorthALine, untilDone } from './retry.ts';
import type { Persistence } from './retry.ts';
import { streamTables } from './stream-tables.ts';
import { writeInOrder } from './write-in-order.ts';
import type { WriterNeeds } from './writer-needs.ts';

/** The stream is purged so often: it costs the server more than a commit. */
const RELEASE_MS = 1_000;

/** Writes one partition of one stream, each row exactly once, until the signal is aborted. */
export class PartitionWriter {
  readonly #needs: WriterNeeds;
  readonly #key: PartitionKey;
  #failing = true;

  constructor(needs: WriterNeeds, key: PartitionKey) {
    this.#needs = needs;
    this.#key = key;
  }

  /** Whether the last thing attempted succeeded. */
  get healthy(): boolean {
    return !this.#failing;
  }

  async run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.#session(signal);
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        this.#failed('session')(error, failures);
        await this.#needs.clock.wait(backOffMs(failures), signal);
      }
    }
  }

  /** From the journal on, until the signal or until another writer takes the partition. */
  async #session(signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const stop = (): void => {
      over.abort();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      const journal = await this.#persist('journal', signal, () => this.#openJournal());
      const ends = await this.#persist('journal', signal, () => this.#journaledEnds(journal));
      this.#failing = false;
      const buffer = new RangeBuffer(this.#needs.limits, this.#needs.clock, ends);
      over.signal.addEventListener('abort', () => {
        buffer.close();
      });
      if (signal.aborted) return;
      void this.#fill(buffer, { fromSeq: journal.state.written + 1, signal: over.signal });
      const persist: Persist = (name, attempt) => this.#persist(name, signal, attempt);
      const work = new RangeWork(this.#needs, { key: this.#key, journal, persist });
      const release = (): Promise<void> => work.release().catch(this.#notReleased);
      this.#needs.clock.every(RELEASE_MS, release, over.signal);
      await writeInOrder(buffer, work);
      await release();
    } finally {
      signal.removeEventListener('abort', stop);
      over.abort();
    }
  }

  async #openJournal(): Promise<Journal> {
    const { bus, intents, positions, ids, log } = this.#needs;
    const key = keyOf(this.#key);
    const journal = await Journal.open(intents, key, ids.uuid());
    const now = await bus.streamState(streams[this.#key.stream].name);
    if (journal.isOfAnother(now)) {
      const { lastSeq, created } = now;
      log.warn({ key, written: journal.state.written, lastSeq, created }, 'the stream was made anew');
      await withdrawPositions(positions, this.#key);
      await journal.restart(ids.uuid(), created);
    } else journal.isOf(now.created);
    return journal;
  }

  /** Where the journaled ranges end in the stream as it is stored now. */
  async #journaledEnds({ state: { intents } }: Journal): Promise<readonly number[]> {
    if (intents.length === 0) return [];
    const { bus, metrics } = this.#needs;
    const { stream, partition } = this.#key;
    metrics.repeated.inc({ stream, partition }, intents.length);
    const last = await bus.lastMessage(streams[stream].name, subjectOf(stream, partition));
    return last === undefined ? [] : intents.map((intent) => Math.min(intent.last, last.seq));
  }

  async #fill(buffer: RangeBuffer, reading: { fromSeq: number; signal: AbortSignal }): Promise<void> {
    const { stream, partition } = this.#key;
    const check = messageChecker(streamTables[stream]);
    try {
      const source = { stream: streams[stream].name, subject: subjectOf(stream, partition), ...reading };
      for await (const message of this.#needs.bus.orderedReader(source)) {
        if (reading.signal.aborted) return;
        await buffer.put(this.#needs.memory.keep(check(message)));
      }
      buffer.close();
    } catch (error) {
      buffer.fail(error);
    }
  }

  async #persist<Value>(name: string, signal: AbortSignal, attempt: () => Promise<Value>): Promise<Value> {
    const persistence: Persistence = {
      clock: this.#needs.clock,
      signal,
      isFinal: (error) => error instanceof JournalTakenError,
      onFailure: this.#failed(name),
    };
    const value = await untilDone(attempt, persistence);
    this.#failing = false;
    return value;
  }

  readonly #notReleased = (error: unknown): void => {
    const { stream, partition } = this.#key;
    this.#needs.metrics.retries.inc({ stream, partition, attempt: 'release' });
    this.#needs.log.debug({ err: error, key: keyOf(this.#key) }, 'position not released');
  };

  #failed(attempt: string): (error: unknown, failures: number) => void {
    const { stream, partition } = this.#key;
    return (error, failures) => {
      this.#failing = true;
      this.#needs.metrics.retries.inc({ stream, partition, attempt });
      if (isWorthALine(failures))
        this.#needs.log.warn(
          { err: error, key: keyOf(this.#key), attempt, failures },
          'failed, will be attempted again',
        );
    };
  }
}
