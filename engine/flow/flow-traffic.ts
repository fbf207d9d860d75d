import type { FlowPaths } from './flow-paths.ts';
import type { FlowRowCells } from './flow-row.ts';

/** `pairOf`: the row does not count, or its pair has no room. */
export const NO_PAIR = -1;
export const NO_ROOM = -2;

/** Sums flows in slots of the time at which the collector received them. Slots follow one another: one is current. */
export interface FlowTraffic {
  /** Numbers the paths of the rows. */
  readonly paths: FlowPaths;
  /** Number of the current slot. */
  readonly slot: number;
  /** To be called before the rows of a message, which the broker received at `receivedAt`. */
  readonly begin: (receivedAt: number) => void;
  /** The slot of a row that the collector received at `at`. */
  readonly slotAt: (at: number) => number;
  /** Makes a later slot the current one. */
  readonly open: (slot: number) => void;
  /** Adds a row to its slot. */
  readonly add: (row: FlowRowCells) => void;
  /** The pair of a row in the current slot. */
  readonly pairOf: (row: FlowRowCells) => number;
  /** Adds the sum of some rows to their pair in the current slot. */
  readonly addToPair: (sum: {
    readonly pair: number;
    readonly bytes: number;
    readonly packets: number;
  }) => void;
  /** Called before slots are read. */
  beforeRead: () => void;
}
