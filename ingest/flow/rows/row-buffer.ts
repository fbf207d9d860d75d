import { frameMargin } from '#platform/bus/frame.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { Columns, Table } from '#schemas/table/table.ts';
import type { RowsMessage } from './rows-message.ts';

/**
 * 535 KiB of plain flows, half of the default NATS message limit. A message costs collector and broker as much as a few
 * hundred rows.
 */
const MESSAGE_BYTES = 550_400;
/** 17 MiB: as much as is in flight while the stream keeps up. */
const MAX_SPARE_BUFFERS = 32;

/** Collects rows of one layout. A full buffer is emitted as one message. */
export class RowBuffer {
  view: DataView;
  readonly rowBytes: number;
  readonly #table: Table;
  readonly #rowsPerMessage: number;
  readonly #bufferBytes: number;
  #bytes: Uint8Array;
  /** Released buffers: a new one would be zero-filled first and garbage-collected later. */
  readonly #spare: Uint8Array[] = [];
  #rows = 0;
  #firstMs = 0;
  #lastMs = 0;
  readonly #emit: (message: RowsMessage) => void;

  constructor(table: Table<Columns>, emit: (message: RowsMessage) => void) {
    this.#table = table;
    this.#emit = emit;
    this.rowBytes = layoutOf(table).rowBytes;
    this.#rowsPerMessage = Math.floor(MESSAGE_BYTES / this.rowBytes);
    this.#bufferBytes = frameMargin.before + this.#rowsPerMessage * this.rowBytes + frameMargin.behind;
    this.#bytes = new Uint8Array(this.#bufferBytes);
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
    return this.#rowsPerMessage - this.#rows;
  }

  /**
   * Reserves up to `freeRows` rows, filled with the constant cells and zeroes behind them, and returns their offset.
   * `commit` makes them count.
   */
  reserve(constant: Uint8Array, count = 1): number {
    const { rowBytes } = this;
    const at = frameMargin.before + this.#rows * rowBytes;
    this.#bytes.set(constant, at);
    if (constant.length < rowBytes) this.#bytes.fill(0, at + constant.length, at + rowBytes);
    // Doubles the copied part: the cost of a call is per call more than per byte.
    for (let filled = 1; filled < count; filled *= 2) {
      const rows = Math.min(filled, count - filled);
      this.#bytes.copyWithin(at + filled * rowBytes, at, at + rows * rowBytes);
    }
    return at;
  }

  /** Removes the reserved row at `at` and moves up to `after` rows behind it. */
  remove(at: number, after: number): void {
    const next = at + this.rowBytes;
    this.#bytes.copyWithin(at, next, next + after * this.rowBytes);
  }

  /** Commits the first `rows` of the reserved rows. */
  commit(receivedMs: number, rows = 1): void {
    if (rows === 0) return;
    if (this.#rows === 0) this.#firstMs = receivedMs;
    this.#lastMs = receivedMs;
    this.#rows += rows;
    if (this.#rows === this.#rowsPerMessage) this.flush();
  }

  flush(): void {
    if (this.#rows === 0) return;
    const own = this.#bytes;
    const message = {
      table: this.#table,
      bytes: own.subarray(frameMargin.before, frameMargin.before + this.#rows * this.rowBytes),
      inPlace: true,
      rows: this.#rows,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      release: () => {
        if (this.#spare.length < MAX_SPARE_BUFFERS) this.#spare.push(own);
      },
    };
    this.#rows = 0;
    this.#bytes = this.#spare.pop() ?? new Uint8Array(this.#bufferBytes);
    this.view = new DataView(this.#bytes.buffer);
    this.#emit(message);
  }
}
