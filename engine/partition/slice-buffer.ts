/** Rows of one slice of event time, as they came in. */
export interface Slice {
  readonly start: number;
  bytes: Uint8Array;
  length: number;
  /** Stream sequence of the first message that put a row here: a replay must not begin behind it. */
  readonly firstSequence: number;
}

const FIRST_BYTES = 64 * 1_024;
const KEPT_BUFFERS = 8;

/** Holds samples until no earlier one can come any more. Buffers go round: a steady stream allocates nothing. */
export class SliceBuffer {
  readonly #slices = new Map<number, Slice>();
  readonly #free: Uint8Array[] = [];

  /** Keeps a run of whole rows that all belong to the slice beginning at `start`. */
  append(start: number, rows: Uint8Array, sequence: number): void {
    let slice = this.#slices.get(start);
    if (slice === undefined) {
      slice = {
        start,
        bytes: this.#free.pop() ?? new Uint8Array(FIRST_BYTES),
        length: 0,
        firstSequence: sequence,
      };
      this.#slices.set(start, slice);
    }
    const needed = slice.length + rows.length;
    if (needed > slice.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, slice.bytes.length * 2));
      grown.set(slice.bytes.subarray(0, slice.length));
      slice.bytes = grown;
    }
    slice.bytes.set(rows, slice.length);
    slice.length = needed;
  }

  /** Start of the earliest slice that holds rows, Infinity without any. */
  earliest(): number {
    let earliest = Infinity;
    for (const start of this.#slices.keys()) if (start < earliest) earliest = start;
    return earliest;
  }

  /** Hands out a slice and forgets it; give it back with `release` when its rows are read. */
  take(start: number): Slice | undefined {
    const slice = this.#slices.get(start);
    if (slice !== undefined) this.#slices.delete(start);
    return slice;
  }

  release(slice: Slice): void {
    if (this.#free.length < KEPT_BUFFERS) this.#free.push(slice.bytes);
  }

  /** Lowest stream sequence that rows still held came from, Infinity without any. */
  firstSequence(): number {
    let first = Infinity;
    for (const { firstSequence } of this.#slices.values()) if (firstSequence < first) first = firstSequence;
    return first;
  }
}
