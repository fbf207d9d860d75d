import type { FlowPaths } from './flow-paths.ts';

/** Bytes, packets and rows of a path, and the pair of the live traffic in which they count. */
const WIDTH = 4;
const at = { bytes: 0, packets: 1, rows: 2, pair: 3 } as const;

/** What the rows of a path have in sum. */
export interface PathSum {
  path: number;
  bytes: number;
  packets: number;
  rows: number;
  pair: number;
}

/** Sums by path that are not added to the sums of their keys yet: adding them once saves looking these up for each row. */
export class PathSums {
  readonly #paths: FlowPaths;
  #sums = new Float64Array(0);
  #touched = new Int32Array(0);
  #size = 0;
  readonly #sum: PathSum = { path: 0, bytes: 0, packets: 0, rows: 0, pair: 0 };

  constructor(paths: FlowPaths) {
    this.#paths = paths;
  }

  /** Whether a path has sums since the last `take`. Its first row calls `begin` before `add`. */
  has(path: number): boolean {
    return (this.#sums[path * WIDTH + at.rows] ?? 0) > 0;
  }

  begin(path: number, pair: number): void {
    if (this.#touched.length < this.#paths.capacity) {
      this.#sums = new Float64Array(this.#paths.capacity * WIDTH);
      this.#touched = new Int32Array(this.#paths.capacity);
    }
    this.#sums[path * WIDTH + at.pair] = pair;
    this.#touched[this.#size] = path;
    this.#size += 1;
  }

  add(path: number, bytes: number, packets: number): void {
    const sums = this.#sums;
    const row = path * WIDTH;
    sums[row] = (sums[row] as number) + bytes;
    sums[row + at.packets] = (sums[row + at.packets] as number) + packets;
    sums[row + at.rows] = (sums[row + at.rows] as number) + 1;
  }

  /** Passes the sums of each path, in one object for all, and forgets them. */
  take(each: (sum: PathSum) => void): void {
    const [sums, sum] = [this.#sums, this.#sum];
    for (let index = 0; index < this.#size; index += 1) {
      const path = this.#touched[index] as number;
      const row = path * WIDTH;
      sum.path = path;
      sum.bytes = sums[row] as number;
      sum.packets = sums[row + at.packets] as number;
      sum.rows = sums[row + at.rows] as number;
      sum.pair = sums[row + at.pair] as number;
      sums.fill(0, row, row + WIDTH);
      each(sum);
    }
    this.#size = 0;
  }
}
