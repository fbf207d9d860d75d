import { layoutOf } from '#schemas/table/layout.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { BATCH_BYTES, batchNumber, type RowsBatch } from './rows-batch.ts';
import type { MeasureBlock } from './measure-block.ts';

const { rowBytes, offset } = layoutOf(measures);
const ROWS = Math.floor(BATCH_BYTES / rowBytes);

/** Encodes the measures of one window into messages. */
export class MeasureRows {
  readonly #window: { readonly start: number; readonly length: number };
  readonly #emit: (batch: RowsBatch) => void;
  #bytes = new Uint8Array(ROWS * rowBytes);
  #view = new DataView(this.#bytes.buffer);
  #rows = 0;
  #batches = 0;

  constructor(window: { readonly start: number; readonly length: number }, emit: (batch: RowsBatch) => void) {
    this.#window = window;
    this.#emit = emit;
  }

  /** `kpi`: its number. */
  write(kpi: number, elements: ElementTable, block: MeasureBlock): void {
    for (let index = 0; index < block.length; index += 1) {
      if (Number.isNaN(block.value[index])) continue;
      if (this.#rows === ROWS) this.#next();
      const row = this.#rows * rowBytes;
      const slot = block.from + index;
      const view = this.#view;
      view.setUint32(row + offset.customer, elements.customers[slot] as number, true);
      view.setUint32(row + offset.site, elements.sites[slot] as number, true);
      view.setUint32(row + offset.element, elements.ids[slot] as number, true);
      view.setUint16(row + offset.kpi, kpi, true);
      view.setUint32(row + offset.at, this.#window.start, true);
      view.setUint32(row + offset.length, this.#window.length, true);
      view.setFloat64(row + offset.value, block.value[index] as number, true);
      view.setFloat64(row + offset.numerator, block.numerator[index] as number, true);
      view.setFloat64(row + offset.denominator, block.denominator[index] as number, true);
      this.#rows += 1;
    }
  }

  /** Emits the remaining rows. */
  flush(): void {
    if (this.#rows > 0) this.#next();
  }

  #next(): void {
    this.#emit({
      bytes: this.#bytes.subarray(0, this.#rows * rowBytes),
      rows: this.#rows,
      batch: batchNumber(this.#window.start, this.#batches),
      at: this.#window.start,
    });
    this.#batches += 1;
    // The message owns the bytes now.
    this.#bytes = new Uint8Array(ROWS * rowBytes);
    this.#view = new DataView(this.#bytes.buffer);
    this.#rows = 0;
  }
}
