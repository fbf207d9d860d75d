import { codecOf } from '#schemas/table/codec.ts';
import { samples } from '#schemas/table/samples.ts';
import type { RowOf } from '#schemas/table/table.ts';
import type { RowsMessage } from '../rows/rows-message.ts';

type SampleRow = RowOf<typeof samples.columns>;

const codec = codecOf(samples);
const ROWS_PER_MESSAGE = 2_000;

/** Collects samples of one partition: counters that devices push. */
export class SampleSink {
  #rows: SampleRow[] = [];
  readonly #emit: (message: RowsMessage) => void;

  constructor(emit: (message: RowsMessage) => void) {
    this.#emit = emit;
  }

  add(row: SampleRow): void {
    this.#rows.push(row);
    if (this.#rows.length >= ROWS_PER_MESSAGE) this.flush();
  }

  flush(): void {
    const rows = this.#rows;
    const [first] = rows;
    if (first === undefined) return;
    this.#rows = [];
    this.#emit({
      bytes: codec.encode(rows).slice(),
      rows: rows.length,
      firstMs: first.at,
      lastMs: rows.at(-1)?.at ?? first.at,
    });
  }
}
