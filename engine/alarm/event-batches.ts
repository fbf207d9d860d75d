import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { BATCH_BYTES, batchNumber } from '../partition/rows-batch.ts';
import type { RowsBatch } from '../partition/rows-batch.ts';
import type { AlarmEvent } from './event-row.ts';

const codec = codecOf(alarmEvents);
/** What a row takes beside its evidence, at most. */
const ROW_BYTES = 128;

type Emit = (batch: RowsBatch, events: readonly AlarmEvent[]) => void;

/** The events of one window as messages, told one by one: a window of very many is never held whole. */
export class EventBatches {
  readonly #window: number;
  readonly #emit: Emit;
  #group: AlarmEvent[] = [];
  #bytes = 0;
  #batches = 0;
  readonly counts = { raise: 0, clear: 0 };

  /** `window`: its start, seconds since 1970. */
  constructor(window: number, emit: Emit) {
    this.#window = window;
    this.#emit = emit;
  }

  add(event: AlarmEvent): void {
    if (event.edge === 'raise' || event.edge === 'clear') this.counts[event.edge] += 1;
    this.#group.push(event);
    this.#bytes += ROW_BYTES + event.evidence.length;
    if (this.#bytes >= BATCH_BYTES) this.end();
  }

  /** Emits what is left. */
  end(): void {
    const events = this.#group;
    if (events.length === 0) return;
    const batch = batchNumber(this.#window, this.#batches);
    this.#emit({ bytes: codec.encode(events), rows: events.length, batch, at: this.#window }, events);
    this.#batches += 1;
    this.#group = [];
    this.#bytes = 0;
  }
}
