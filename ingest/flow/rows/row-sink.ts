import { frameMargin } from '#platform/bus/frame.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import { SampleSink } from '../counters/sample-sink.ts';
import { MeasureSink } from './measure-sink.ts';
import type { RowsMessage } from './rows-message.ts';

export const ROW_BYTES = layoutOf(flows).rowBytes;
/**
 * 497 KiB, half of the default NATS message limit. A message costs collector and broker as much as a few hundred rows.
 */
const ROWS_PER_MESSAGE = 3_200;
/** 16 MiB: as much as is in flight while the stream keeps up. */
const MAX_SPARE_BUFFERS = 32;

const BUFFER_BYTES = frameMargin.before + ROWS_PER_MESSAGE * ROW_BYTES + frameMargin.behind;

/** Position of a row of `flows` that is being written, with record fields that have no column. */
export interface RowPosition {
  readonly out: DataView;
  readonly row: number;
  /** Host name carried by its record. */
  readonly host?: string | undefined;
  /** Agent carried by its record. */
  readonly agent?: string | undefined;
  /** Its template carries no input interface. */
  readonly isInputUnnamed?: boolean;
}

/** Collects rows of one partition. A full buffer is emitted as one message. */
export class RowSink {
  view: DataView;
  #bytes: Uint8Array;
  /** Released buffers: a new one would be zero-filled first and garbage-collected later. */
  readonly #spare: Uint8Array[] = [];
  #rows = 0;
  #firstMs = 0;
  #lastMs = 0;
  readonly #emit: (message: RowsMessage) => void;
  /** Performance measures of the records. */
  readonly measures: MeasureSink;
  /** Counters that devices push. */
  readonly samples: SampleSink;

  constructor(
    emit: (message: RowsMessage) => void,
    emitMeasures: (message: RowsMessage) => void = () => undefined,
    emitSamples: (message: RowsMessage) => void = () => undefined,
  ) {
    this.#emit = emit;
    this.measures = new MeasureSink(emitMeasures);
    this.samples = new SampleSink(emitSamples);
    this.#bytes = new Uint8Array(BUFFER_BYTES);
    this.view = new DataView(this.#bytes.buffer);
  }

  get rows(): number {
    return this.#rows;
  }

  get firstMs(): number {
    return this.#firstMs;
  }

  /** Rows that still fit into the message. */
  get freeRows(): number {
    return ROWS_PER_MESSAGE - this.#rows;
  }

  /**
   * Reserves up to `freeRows` rows, filled with the constant cells, and returns their offset. `commit` makes them
   * count.
   */
  reserve(constant: Uint8Array, count = 1): number {
    const at = frameMargin.before + this.#rows * ROW_BYTES;
    this.#bytes.set(constant, at);
    // Doubles the copied part: the cost of a call is per call more than per byte.
    for (let filled = 1; filled < count; filled *= 2) {
      const rows = Math.min(filled, count - filled);
      this.#bytes.copyWithin(at + filled * ROW_BYTES, at, at + rows * ROW_BYTES);
    }
    return at;
  }

  /** Commits the first `rows` of the reserved rows. */
  commit(receivedMs: number, rows = 1): void {
    if (this.#rows === 0) this.#firstMs = receivedMs;
    this.#lastMs = receivedMs;
    this.#rows += rows;
    if (this.#rows === ROWS_PER_MESSAGE) this.flush();
  }

  flush(): void {
    if (this.#rows === 0) return;
    const own = this.#bytes;
    const message = {
      bytes: own.subarray(frameMargin.before, frameMargin.before + this.#rows * ROW_BYTES),
      inPlace: true,
      rows: this.#rows,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      release: () => {
        if (this.#spare.length < MAX_SPARE_BUFFERS) this.#spare.push(own);
      },
    };
    this.#rows = 0;
    this.#bytes = this.#spare.pop() ?? new Uint8Array(BUFFER_BYTES);
    this.view = new DataView(this.#bytes.buffer);
    this.#emit(message);
  }
}
