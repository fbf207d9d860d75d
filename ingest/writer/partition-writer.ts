import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { errorCodeOf } from '#platform/clickhouse/store-error.ts';
import { messageChecker } from './check-message.ts';
import { Journal, JournalTakenError } from './journal.ts';
import { limitPositions, partitionKeyText, resetPositions, type PartitionKey } from './positions.ts';
import { RangeBuffer } from './range/range-buffer.ts';
import { RangeWriter, type Retry } from './range/range-writer.ts';
import { retryDelayMs, retryForever, shouldLogFailure, type RetryPolicy } from './retry.ts';
import { limitsOfStream, streamLayouts } from './stream-tables.ts';
import { writeInOrder } from './range/write-in-order.ts';
import type { WriterNeeds } from './writer-needs.ts';

/** ClickHouse's code of an insert that would leave too little space (NOT_ENOUGH_SPACE). */
const STORE_FULL = 243;

/** Interval of stream purges. A purge costs the broker more than a commit. */
const RELEASE_INTERVAL_MS = 1_000;

/** Writes one partition of one stream, each row exactly once, until the signal is aborted. */
export class PartitionWriter {
  readonly #needs: WriterNeeds;
  readonly #key: PartitionKey;
  #failing = true;
  #isStoreFull = false;

  constructor(needs: WriterNeeds, key: PartitionKey) {
    this.#needs = needs;
    this.#key = key;
  }

  /** Whether the last attempt succeeded. */
  get healthy(): boolean {
    return !this.#failing;
  }

  async run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.#session(signal);
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        this.#failureHandler('session')(error, failures);
        await this.#needs.clock.wait(retryDelayMs(failures), signal);
      }
    }
    this.#removeFigures();
  }

  /** Figures of a partition that another process writes by now would stay as they are. */
  #removeFigures(): void {
    const { stream, partition } = this.#key;
    const { storeFull, lag } = this.#needs.metrics;
    storeFull.remove({ stream, partition });
    lag.remove({ stream, partition });
  }

  /** One session: from opening the journal until the signal is aborted or another writer takes over. */
  async #session(signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const stop = (): void => {
      ended.abort();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      const journal = await this.#retry('journal', signal, () => this.#openJournal());
      const ends = await this.#retry('journal', signal, () => this.#intentEnds(journal));
      this.#failing = false;
      const limits = limitsOfStream(this.#key.stream, this.#needs.limits);
      const buffer = new RangeBuffer(limits, this.#needs.clock, ends);
      ended.signal.addEventListener('abort', () => {
        buffer.close();
      });
      if (signal.aborted) return;
      void this.#fill(buffer, { fromSeq: journal.state.written + 1, signal: ended.signal });
      const retry: Retry = (name, attempt) => this.#retry(name, signal, attempt);
      const rangeWriter = new RangeWriter(this.#needs, { key: this.#key, journal, retry });
      const release = (): Promise<void> => rangeWriter.release().catch(this.#onReleaseFailure);
      this.#needs.clock.every(RELEASE_INTERVAL_MS, release, ended.signal);
      await writeInOrder(buffer, rangeWriter);
      await release();
    } finally {
      signal.removeEventListener('abort', stop);
      ended.abort();
    }
  }

  async #openJournal(): Promise<Journal> {
    const { bus, intents, positions, ids, log } = this.#needs;
    const key = partitionKeyText(this.#key);
    const journal = await Journal.open(intents, key, ids.uuid());
    const now = await bus.streamState(streams[this.#key.stream].name);
    if (journal.isForOtherStream(now)) {
      const { lastSeq, created } = now;
      const writtenSeq = journal.state.written;
      const { stream, partition } = this.#key;
      const facts = { stream: streams[stream].name, partition, writtenSeq, lastSeq, created };
      log.warn(facts, 'stream recreated');
      await resetPositions(positions, this.#key);
      await journal.reset(ids.uuid(), created);
    } else {
      journal.recordStream(now.created);
      await this.#cutLostTail(journal);
    }
    return journal;
  }

  /** Continues after what a stream retained that lost its last messages: later ones have their sequences. */
  async #cutLostTail(journal: Journal): Promise<void> {
    const { bus, positions, ids, log, metrics } = this.#needs;
    const { stream, partition } = this.#key;
    const known = journal.lastKnown;
    if (known === undefined) return;
    const { name } = streams[stream];
    const lastSeq = await bus.lostTailOf(name, known);
    if (lastSeq === undefined) return;
    const lost = known.seq - lastSeq;
    log.warn(
      { stream: name, partition, writtenSeq: journal.state.written, lastSeq, lost },
      'stream lost its end',
    );
    metrics.lostSequences.inc({ stream, partition }, lost);
    await limitPositions(positions, this.#key, lastSeq);
    await journal.cutAfter(lastSeq, ids.uuid());
  }

  /** Last sequences of the journaled ranges, capped at what the stream still stores. */
  async #intentEnds({ state: { intents } }: Journal): Promise<readonly number[]> {
    if (intents.length === 0) return [];
    const { bus, metrics } = this.#needs;
    const { stream, partition } = this.#key;
    metrics.replayedRanges.inc({ stream, partition }, intents.length);
    const last = await bus.lastMessage(streams[stream].name, subjectOf(stream, partition));
    return last === undefined ? [] : intents.map((intent) => Math.min(intent.last, last.seq));
  }

  async #fill(buffer: RangeBuffer, reading: { fromSeq: number; signal: AbortSignal }): Promise<void> {
    const { stream, partition } = this.#key;
    const check = messageChecker(...streamLayouts(stream));
    try {
      const source = { stream: streams[stream].name, subject: subjectOf(stream, partition), ...reading };
      for await (const message of this.#needs.bus.orderedReader(source)) {
        if (reading.signal.aborted) return;
        await buffer.put(this.#needs.arena.copyIn(check(message)));
      }
      buffer.close();
    } catch (error) {
      buffer.fail(error);
    }
  }

  async #retry<Value>(name: string, signal: AbortSignal, attempt: () => Promise<Value>): Promise<Value> {
    const policy: RetryPolicy = {
      clock: this.#needs.clock,
      signal,
      isFinal: (error) => error instanceof JournalTakenError,
      onFailure: this.#failureHandler(name),
    };
    const value = await retryForever(attempt, policy);
    this.#failing = false;
    if (name === 'insert') this.#reportStore(false);
    return value;
  }

  readonly #onReleaseFailure = (error: unknown): void => {
    const { stream, partition } = this.#key;
    this.#needs.metrics.retries.inc({ stream, partition, attempt: 'release' });
    this.#needs.log.debug({ err: error, stream: streams[stream].name, partition }, 'position release failed');
  };

  #failureHandler(attempt: string): (error: unknown, failures: number) => void {
    const { stream, partition } = this.#key;
    return (error, failures) => {
      this.#failing = true;
      const isFull = errorCodeOf(error) === STORE_FULL;
      if (attempt === 'insert') this.#reportStore(isFull);
      this.#needs.metrics.retries.inc({ stream, partition, attempt });
      if (shouldLogFailure(failures))
        this.#needs.log.warn(
          {
            err: error,
            stream: streams[stream].name,
            partition,
            attempt,
            failures,
            ...(isFull ? { reason: 'store full' } : {}),
          },
          'write attempt failed',
        );
    };
  }

  #reportStore(isFull: boolean): void {
    if (isFull === this.#isStoreFull) return;
    this.#isStoreFull = isFull;
    const { stream, partition } = this.#key;
    this.#needs.metrics.storeFull.set({ stream, partition }, isFull ? 1 : 0);
  }
}
