import { headerNames, headerOf } from '#schemas/bus/header.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import type { StreamKey } from '#schemas/bus/stream.ts';
import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/measures.ts';
import type { Table } from '#schemas/table/table.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Publisher } from '#platform/bus/publisher.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { AlarmEvent } from '../alarm/event-row.ts';
import { windowOfBatch } from '../partition/rows-batch.ts';
import type { RowsBatch } from '../partition/rows-batch.ts';
import type { Lane } from '../measure/sources.ts';

type Output = 'measures' | 'alarms';
const tables: Record<Output, Table> = { measures, alarms: alarmEvents };
const eventCodec = codecOf(alarmEvents);
const FULL_RETRY_MS = 500;
/** What a window brings forth is shown before it is written, as long as it fits in here: some 100,000 alarms with their evidence. */
const MOST_WAITING_BYTES = 128 * 2 ** 20;

export interface OutputNeeds {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly partition: number;
  /** A stream is full: the engine waits. */
  readonly onFull: (stream: StreamKey) => void;
}

/** Numbers of the newest batches: windows of the two lanes close apart, so each is numbered on its own. */
type Batches = Readonly<Record<Lane, number>>;
const nameOfLane = { samples: headerNames.batch, flows: headerNames.flowBatch } as const;

/** Rows on their way out; without a batch number those that no window brought forth. */
interface Outgoing extends Omit<RowsBatch, 'batch'> {
  readonly output: Output;
  readonly batch?: { readonly lane: Lane; readonly number: number };
  /** What the broker knows a repetition by. */
  readonly id: string;
}

/** The newest message of a subject; sequence 0 and batches of -1 when there is none. */
interface Newest {
  readonly seq: number;
  readonly batches: Batches;
}

/**
 * Measures and alarm events on their way out, strictly in order: the newest message of a subject then tells up to which
 * batch everything is there, and after a restart what a replay computes again is not written again.
 */
export class OutputQueue {
  readonly #needs: OutputNeeds;
  readonly #publisher: Publisher;
  readonly #written: Record<Output, Batches>;
  /** Sequence of the newest message of each subject: another writer's is refused by the stream. */
  readonly #last: Record<Output, number>;
  readonly #waiting: Outgoing[] = [];
  #waitingBytes = 0;

  private constructor(needs: OutputNeeds, newest: Record<Output, Newest>) {
    this.#needs = needs;
    this.#publisher = needs.bus.publisher(1);
    this.#written = { measures: newest.measures.batches, alarms: newest.alarms.batches };
    this.#last = { measures: newest.measures.seq, alarms: newest.alarms.seq };
  }

  static async open(needs: OutputNeeds): Promise<OutputQueue> {
    const newest = async (output: Output): Promise<Newest> => {
      const last = await needs.bus.lastMessage(streams[output].name, subjectOf(output, needs.partition));
      const number = (lane: Lane): number => Number(last?.header(nameOfLane[lane]) ?? -1);
      return { seq: last?.seq ?? 0, batches: { samples: number('samples'), flows: number('flows') } };
    };
    return new OutputQueue(needs, { measures: await newest('measures'), alarms: await newest('alarms') });
  }

  /** Start of the newest window of a lane that something was written of, seconds; negative when nothing was. */
  newestWindow(lane: Lane): number {
    return windowOfBatch(Math.max(this.#written.measures[lane], this.#written.alarms[lane]));
  }

  add(output: Output, lane: Lane, { batch: number, ...rows }: RowsBatch): void {
    if (number <= this.#written[output][lane]) return;
    const of = lane === 'samples' ? '' : `${lane}:`;
    const id = `${subjectOf(output, this.#needs.partition)}:${of}${String(number)}`;
    this.#push({ output, id, ...rows, batch: { lane, number } });
  }

  /**
   * Events that users brought about, between the windows. A replay adds them again: the broker knows them by their ids for
   * two minutes, the table for ever.
   */
  addEvents(events: readonly AlarmEvent[]): void {
    for (const event of events) {
      const id = `alarms:${Buffer.from(event.event).toString('hex')}`;
      this.#push({ output: 'alarms', id, bytes: eventCodec.encode([event]), rows: 1, at: event.at });
    }
  }

  /** Resolves when everything added is stored. A full stream is waited for. Rejects with a SupersededError when another engine writes. */
  async flush(signal?: AbortSignal): Promise<void> {
    const waiting = this.#waiting;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (!(await this.#publish(next, signal))) return;
      waiting.shift();
      this.#waitingBytes -= next.bytes.length;
    }
  }

  /** Sequence of the newest message of measures. */
  get measuresSequence(): number {
    return this.#last.measures;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** So much waits that it should be written before more is computed. */
  get isFull(): boolean {
    return this.#waitingBytes > MOST_WAITING_BYTES;
  }

  /** Ends what is being retried. */
  close(): void {
    this.#publisher.close();
  }

  #push(outgoing: Outgoing): void {
    this.#waiting.push(outgoing);
    this.#waitingBytes += outgoing.bytes.length;
  }

  async #publish(outgoing: Outgoing, signal?: AbortSignal): Promise<boolean> {
    const { output, bytes, rows, at, id } = outgoing;
    const subject = subjectOf(output, this.#needs.partition);
    const { batch } = outgoing;
    // The newest message of the subject tells the newest window of each lane, whatever it holds itself.
    const written = { ...this.#written[output], ...(batch && { [batch.lane]: batch.number }) };
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
        // Of a repetition the broker tells where the first one stands.
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
