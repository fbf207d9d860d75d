import type { FlowRowCells } from './flow-row.ts';

const KEY_WORDS = 5;
const INITIAL_PATHS = 512;
/** A power of two. When there are more, numbers start from 0 again, and what they lead to is looked up again. */
const MAX_PATHS = 65_536;

/** `Math.imul` with odd constants mixes well enough for ids that lie close together (Knuth, TAOCP 3, 6.4). */
function hashOf({ customer, site, source, destination, dscp }: FlowRowCells): number {
  const ends = Math.imul(source, 0x9e3779b1) ^ Math.imul(destination, 0x85ebca6b);
  const hash =
    Math.imul(ends ^ (ends >>> 15) ^ Math.imul(site, 0xc2b2ae35) ^ (dscp << 8), 0x27d4eb2f) ^ customer;
  return hash ^ (hash >>> 13);
}

/**
 * Numbers of what most sums of a row depend on: customer, exporting site, both ends and DSCP. A row is looked up here once instead of in every
 * table; a table notes the cell of each number (`CellsOfPaths`). Rows have few of these combinations compared with their number.
 */
export class FlowPaths {
  readonly #max: number;
  #places: Int32Array;
  #keys: Uint32Array;
  #size = 0;
  /** Changes when the numbers start from 0 again. */
  generation = 0;
  /** Numbers are below this. */
  capacity: number;
  /** Called before numbers start from 0 again: sums by number have to be added where they belong. */
  beforeRestart = (): void => undefined;

  constructor(max = MAX_PATHS) {
    this.#max = max;
    this.capacity = Math.min(INITIAL_PATHS, max);
    this.#places = new Int32Array(this.capacity * 2).fill(-1);
    this.#keys = new Uint32Array(this.capacity * KEY_WORDS);
  }

  /** The number of the combination of a row. */
  numberOf(row: FlowRowCells): number {
    const place = this.#placeOf(row);
    const known = this.#places[place] as number;
    return known < 0 ? this.#insert(row, place) : known;
  }

  #insert(row: FlowRowCells, free: number): number {
    let place = free;
    if (this.#size >= this.capacity) {
      this.#restart();
      place = this.#placeOf(row);
    }
    const number = this.#size;
    this.#size += 1;
    this.#keys.set([row.customer, row.site, row.source, row.destination, row.dscp], number * KEY_WORDS);
    this.#places[place] = number;
    return number;
  }

  /** Hash slot of a row, or the free slot where it belongs. */
  #placeOf(row: FlowRowCells): number {
    const { customer, site, source, destination, dscp } = row;
    const [places, keys] = [this.#places, this.#keys];
    const mask = places.length - 1;
    let place = hashOf(row) & mask;
    for (let number = places[place] as number; number >= 0; number = places[place] as number) {
      const key = number * KEY_WORDS;
      if (
        keys[key + 3] === destination &&
        keys[key + 2] === source &&
        keys[key + 4] === dscp &&
        keys[key + 1] === site &&
        keys[key] === customer
      )
        return place;
      place = (place + 1) & mask;
    }
    return place;
  }

  /** Numbers start from 0 again, with twice the room as long as that is allowed. */
  #restart(): void {
    this.beforeRestart();
    this.#size = 0;
    this.generation += 1;
    if (this.capacity >= this.#max) {
      this.#places.fill(-1);
      return;
    }
    this.capacity *= 2;
    this.#places = new Int32Array(this.capacity * 2).fill(-1);
    this.#keys = new Uint32Array(this.capacity * KEY_WORDS);
  }
}

/** Up to `width` cells of one table for each path: those of its sums. */
export class CellsOfPaths {
  readonly #paths: FlowPaths;
  readonly #width: number;
  #cells = new Int32Array(0);
  /** Memory is taken by the first look-up: many windows have no flows. */
  #generation = -1;

  constructor(paths: FlowPaths, width: number) {
    this.#paths = paths;
    this.#width = width;
  }

  /** A cell of a path, -1 if none is noted. */
  get(path: number, index: number): number {
    if (this.#generation !== this.#paths.generation) this.#restart();
    return this.#cells[path * this.#width + index] as number;
  }

  note(path: number, index: number, cell: number): void {
    this.#cells[path * this.#width + index] = cell;
  }

  #restart(): void {
    this.#generation = this.#paths.generation;
    const length = this.#paths.capacity * this.#width;
    if (this.#cells.length === length) this.#cells.fill(-1);
    else this.#cells = new Int32Array(length).fill(-1);
  }
}
