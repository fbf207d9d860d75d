import { CellsOfPaths, type FlowPaths } from '../flow/flow-paths.ts';
import type { FlowRowCells } from '../flow/flow-row.ts';
import { SumTable } from '../flow/sum-table.ts';

const keyOf = ({ customer, source, destination, dscp }: FlowRowCells) => ({
  customer,
  site: source,
  high: destination,
  low: dscp,
});

/** Numbers of the pairs of places with a DSCP: slots that share them are summed without looking up a key. */
export class TrafficPairs {
  readonly #table = new SumTable(1);
  readonly #ofPaths: CellsOfPaths;

  constructor(paths: FlowPaths) {
    this.#ofPaths = new CellsOfPaths(paths, 1);
  }

  get size(): number {
    return this.#table.size;
  }

  /** Four words of each pair, in the order of their numbers: customer, source, destination, DSCP. */
  keys(): Uint32Array {
    return this.#table.state().keys;
  }

  /** The number of the pair of a row, -1 if it has none yet. */
  numberOf(row: FlowRowCells): number {
    const noted = this.#ofPaths.get(row.path, 0);
    if (noted >= 0) return noted;
    const pair = this.#table.find(keyOf(row));
    if (pair >= 0) this.#ofPaths.note(row.path, 0, pair);
    return pair;
  }

  /** Numbers a pair that has no number. */
  insert(row: FlowRowCells): number {
    const pair = this.#table.insert(keyOf(row));
    this.#ofPaths.note(row.path, 0, pair);
    return pair;
  }
}
