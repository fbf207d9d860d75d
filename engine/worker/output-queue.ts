import { headerNames, headerOf } from '#schemas/bus/header.ts';
import { streams, subjectOf, type StreamKey } from '#schemas/bus/stream.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { Table } from '#schemas/table/table.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AlarmEvent } from '../alarm/event-row.ts';
import { windowOfBatch, type RowsBatch } from '../measure/rows-batch.ts';
import type { Pipeline } from '../configuration/sources.ts';

type Output = 'measures' | 'alarms';
const tables: Record<Output, Table> = { measures, alarms: alarmEvents };
const eventCodec = codecOf(alarmEvents);
const FULL_RETRY_MS = 500;
/** Output is shown before it is written, as long as it fits: some 100,000 alarms with their evidence. */
const MAX_PENDING_BYTES = 128 * 2 ** 20;

export interface OutputNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly partition: number;
  /** Called when a stream is full and the engine waits. */
  readonly onFull: (stream: StreamKey) => void;
}

/** Numbers of the newest batches: each pipeline closes its own windows and numbers its own batches. */
type Batches = Readonly<Record<Pipeline, number>>;
const batchHeaders = { samples: headerNames.batch, flows: headerNames.flowBatch } as const;

/** Rows to be published; without a batch number if they belong to no window. */
interface Outgoing extends Omit<RowsBatch, 'batch'> {
  readonly output: Output;
  readonly batch?: { readonly pipeline: Pipeline; readonly number: number };
  /** Message id by which the broker drops duplicates. */
  readonly id: string;
}

/** The newest message of a subject; sequence 0 and batches of -1 if there is none. */
interface LastWritten {
  readonly seq: number;
  readonly batches: Batches;
}

/**
 * Publishes measures and alarm events strictly in order. The newest message of a subject therefore shows up
 * to which batch everything is stored, and a replay after a restart does not write it again.
 */
export class OutputQueue {
  readonly #needs: OutputNeeds;
  readonly #publisher: Publisher;
  readonly #written: Record<Output, Batches>;
  /** Sequence of the newest message of each subject: the stream rejects a message of another writer. */
  readonly #last: Record<Output, number>;
  readonly #pending: Outgoing[] = [];
  #pendingBytes = 0;

  private constructor(needs: OutputNeeds, newest: Record<Output, LastWritten>) {
    this.#needs = needs;
    this.#publisher = needs.bus.publisher(1);
    this.#written = { measures: newest.measures.batches, alarms: newest.alarms.batches };
    this.#last = { measures: newest.measures.seq, alarms: newest.alarms.seq };
  }

  static async open(needs: OutputNeeds): Promise<OutputQueue> {
    const newest = async (output: Output): Promise<LastWritten> => {
      const last = await needs.bus.lastMessage(streams[output].name, subjectOf(output, needs.partition));
      const number = (pipeline: Pipeline): number => Number(last?.header(batchHeaders[pipeline]) ?? -1);
      return { seq: last?.seq ?? 0, batches: { samples: number('samples'), flows: number('flows') } };
    };
    return new OutputQueue(needs, { measures: await newest('measures'), alarms: await newest('alarms') });
  }

  /**
   * Returns the start of the newest window of a pipeline with written output, seconds; negative if there is
   * none.
   */
  newestWindow(pipeline: Pipeline): number {
    return windowOfBatch(Math.max(this.#written.measures[pipeline], this.#written.alarms[pipeline]));
  }

  add(output: Output, pipeline: Pipeline, { batch: number, ...rows }: RowsBatch): void {
    if (number <= this.#written[output][pipeline]) return;
    const of = pipeline === 'samples' ? '' : `${pipeline}:`;
    const id = `${subjectOf(output, this.#needs.partition)}:${of}${String(number)}`;
    this.#push({ output, id, ...rows, batch: { pipeline, number } });
  }

  /**
   * Adds events caused by users, between windows. A replay adds them again: the broker drops duplicates by id
   * for two minutes, the table for ever.
   */
  addEvents(events: readonly AlarmEvent[]): void {
    for (const event of events) {
      const id = `alarms:${Buffer.from(event.event).toString('hex')}`;
      this.#push({ output: 'alarms', id, bytes: eventCodec.encode([event]), rows: 1, at: event.at });
    }
  }

  /**
   * Resolves when everything added is stored; waits while a stream is full. Rejects with a SupersededError if
   * another engine writes.
   */
  async flush(signal?: AbortSignal): Promise<void> {
    const waiting = this.#pending;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (!(await this.#publish(next, signal))) return;
      waiting.shift();
      this.#pendingBytes -= next.bytes.length;
    }
  }

  /** Sequence of the newest measures message. */
  get measuresSequence(): number {
    return this.#last.measures;
  }

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /** Whether so much is pending that it should be written before more is computed. */
  get isFull(): boolean {
    return this.#pendingBytes > MAX_PENDING_BYTES;
  }

  /** Stops retrying. */
  close(): void {
    this.#publisher.close();
  }

  #push(outgoing: Outgoing): void {
    this.#pending.push(outgoing);
    this.#pendingBytes += outgoing.bytes.length;
  }

  async #publish(outgoing: Outgoing, signal?: AbortSignal): Promise<boolean> {
    const { output, bytes, rows, at, id } = outgoing;
    const subject = subjectOf(output, this.#needs.partition);
    const { batch } = outgoing;
    // The newest message of the subject carries the newest window of each pipeline, whatever its rows are.
    const written = { ...this.#written[output], ...(batch && { [batch.pipeline]: batch.number }) };
    const numbered = {
      ...(written.samples < 0 ? {} : { batch: written.samples }),
      ...(written.flows < 0 ? {} : { flowBatch: written.flows }),
    };
    const headers = headerOf(tables[output], { rows, first: at * 1_000, last: at * 1_000, ...numbered });
    for (;;) {
      const published = await this.#publisher.publish({
        subject,
        data: bytes,
        headers,
        id,
        after: this.#last[output],
      });
      if (published.ok) {
        // For a duplicate the broker returns the sequence of the first one.
        this.#last[output] = Math.max(this.#last[output], published.seq);
        break;
      }
      this.#needs.onFull(output);
      if (signal?.aborted === true) return false;
      await this.#needs.clock.wait(FULL_RETRY_MS, signal);
    }
    this.#written[output] = written;
    return true;
  }
}
