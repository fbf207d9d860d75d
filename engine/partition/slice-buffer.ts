/** Rows of one slice of event time, in order of arrival. */
export interface Slice {
  readonly start: number;
  bytes: Uint8Array;
  length: number;
  /** Stream sequence of the first message with a row in this slice: a replay must not start after it. */
  readonly firstSequence: number;
}

const FIRST_BYTES = 64 * 1_024;
const MAX_FREE_BUFFERS = 8;

/**
 * Buffers samples until no earlier one is expected. Byte buffers are reused: a steady stream allocates
 * nothing.
 */
export class SliceBuffer {
  readonly #slices = new Map<number, Slice>();
  readonly #free: Uint8Array[] = [];

  /** Appends whole rows that all belong to the slice starting at `start`. */
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

  /** Returns the start of the earliest slice with rows, Infinity if there is none. */
  earliest(): number {
    let earliest = Infinity;
    for (const start of this.#slices.keys()) if (start < earliest) earliest = start;
    return earliest;
  }

  /** Removes and returns a slice; call `release` when its rows are read. */
  remove(start: number): Slice | undefined {
    const slice = this.#slices.get(start);
    if (slice !== undefined) this.#slices.delete(start);
    return slice;
  }

  release(slice: Slice): void {
    if (this.#free.length < MAX_FREE_BUFFERS) this.#free.push(slice.bytes);
  }

  /** Returns the lowest stream sequence of the buffered rows, Infinity if there are none. */
  firstSequence(): number {
    let first = Infinity;
    for (const { firstSequence } of this.#slices.values()) if (firstSequence < first) first = firstSequence;
    return first;
  }
}
