import { frameMargin } from '#platform/bus/frame.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import { SampleSink } from './counters/sample-sink.ts';
import { MeasureSink } from './measure-sink.ts';
import type { RowsMessage } from './rows-message.ts';

export const ROW_BYTES = layoutOf(flows).rowBytes;
/**
 * 497 KiB, half of what a message of NATS may have by default: a message costs collector and broker as much as some hundred rows.
 */
const ROWS_PER_MESSAGE = 3_200;
/** 16 MiB, as are on their way to the stream at once when it keeps up. */
const MOST_SPARE = 32;

const BUFFER_BYTES = frameMargin.before + ROWS_PER_MESSAGE * ROW_BYTES + frameMargin.behind;

/** A row of `flows` where it is written. */
export interface Row {
  readonly out: DataView;
  readonly row: number;
  /** The host that its record names. */
  readonly host?: string | undefined;
  /** The agent that its record names. */
  readonly agent?: string | undefined;
  /** Its template does not name the interface that it came in by. */
  readonly isInputUnnamed?: boolean;
}

/** Gathers rows of one partition; a full buffer is handed on as one message. */
export class RowSink {
  view: DataView;
  #bytes: Uint8Array;
  /** Buffers that were given back: a fresh one would be filled with zeros first, and collected afterwards. */
  readonly #spare: Uint8Array[] = [];
  #rows = 0;
  #firstMs = 0;
  #lastMs = 0;
  readonly #emit: (message: RowsMessage) => void;
  /** What the records of the rows measured beside volume. */
  readonly measures: MeasureSink;
  /** Counters that devices send by themselves. */
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

  /** Rows that the message still takes. */
  get room(): number {
    return ROWS_PER_MESSAGE - this.#rows;
  }

  /** Where the next rows may be written, at most `room`, filled with the constant cells; `keep` makes them count. */
  open(constant: Uint8Array, count = 1): number {
    const at = frameMargin.before + this.#rows * ROW_BYTES;
    this.#bytes.set(constant, at);
    // Twice as much with each call: a call costs as much as what it copies.
    for (let filled = 1; filled < count; filled *= 2) {
      const rows = Math.min(filled, count - filled);
      this.#bytes.copyWithin(at + filled * ROW_BYTES, at, at + rows * ROW_BYTES);
    }
    return at;
  }

  /** The first `rows` of those that were opened last count. */
  keep(receivedMs: number, rows = 1): void {
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
        if (this.#spare.length < MOST_SPARE) this.#spare.push(own);
      },
    };
    this.#rows = 0;
    this.#bytes = this.#spare.pop() ?? new Uint8Array(BUFFER_BYTES);
    this.view = new DataView(this.#bytes.buffer);
    this.#emit(message);
  }
}
