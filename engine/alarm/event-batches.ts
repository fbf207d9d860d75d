import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { BATCH_BYTES, batchNumber, type RowsBatch } from '../measure/rows-batch.ts';
import type { AlarmEvent } from './event-row.ts';
import type { Steps } from '#platform/clock/steps.ts';

const codec = codecOf(alarmEvents);
/** Upper bound of the row size without its evidence. */
const ROW_BYTES = 128;

type Emit = (batch: RowsBatch, events: readonly AlarmEvent[]) => void;

/**
 * Batches the events of one window into messages as they arrive: a very large window is never held in memory
 * in full.
 */
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
    if (this.#bytes >= BATCH_BYTES) this.flush();
  }

  /** Emits the remaining rows. */
  flush(): void {
    const events = this.#group;
    if (events.length === 0) return;
    const batch = batchNumber(this.#window, this.#batches);
    this.#emit({ bytes: codec.encode(events), rows: events.length, batch, at: this.#window }, events);
    this.#batches += 1;
    this.#group = [];
    this.#bytes = 0;
  }
}

/** Events built per step: about four milliseconds. */
const EVENTS_PER_STEP = 256;

/** Adds events; undefined among them is a step. */
export function* addEventsSteps(events: Iterable<AlarmEvent | undefined>, batches: EventBatches): Steps {
  let made = 0;
  for (const event of events) {
    if (event !== undefined) batches.add(event);
    made += 1;
    if (event === undefined || made % EVENTS_PER_STEP === 0) yield undefined;
  }
}
