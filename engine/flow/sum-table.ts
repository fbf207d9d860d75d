import { flowCounterKeys } from '../measure/flow-sums.ts';
import { keyOfWords, type FlowSumKey, type KeyWords } from './flow-key.ts';

export const WIDTH = flowCounterKeys.length;
const INITIAL_ROWS = 256;
const KEY_WORDS = 4;

/** Plain values, kept with the checkpoint. */
export interface SumTableState {
  /** Four words per key: customer, site, high, low. */
  readonly keys: Uint32Array;
  readonly sums: Float64Array;
}

/** `Math.imul` with odd constants mixes well enough for ids that lie close together (Knuth, TAOCP 3, 6.4). */
function hashOf({ customer, site, high, low }: KeyWords): number {
  let hash = Math.imul(site, 0x9e3779b1) ^ Math.imul(low, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15) ^ high, 0xc2b2ae35) ^ customer;
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Sums of flow counters by key: open addressing over typed arrays, without an object per key or row. Sums of
 * integers below 2^53 are exact, so their order does not matter.
 */
export class SumTable {
  /** Sums of a key. */
  readonly #width: number;
  #places = new Int32Array(INITIAL_ROWS * 2).fill(-1);
  #keys = new Uint32Array(INITIAL_ROWS * KEY_WORDS);
  #sums: Float64Array<ArrayBuffer>;
  #rows = 0;

  constructor(width = WIDTH) {
    this.#width = width;
    this.#sums = new Float64Array(INITIAL_ROWS * width);
  }

  get size(): number {
    return this.#rows;
  }

  /** First cell of the sums of a key, -1 if it is missing. */
  find(key: KeyWords): number {
    const row = this.#places[this.#placeOf(key)] as number;
    return row < 0 ? -1 : row * this.#width;
  }

  /** Inserts a missing key and returns the first cell of its sums. */
  insert(key: KeyWords): number {
    if (this.#rows * 2 >= this.#places.length) this.#grow();
    const row = this.#rows;
    this.#rows += 1;
    this.#keys.set([key.customer, key.site, key.high, key.low], row * KEY_WORDS);
    this.#places[this.#placeOf(key)] = row;
    return row * this.#width;
  }

  add(cell: number, amount: number): void {
    this.#sums[cell] = (this.#sums[cell] as number) + amount;
  }

  get(cell: number): number {
    return this.#sums[cell] as number;
  }

  *keys(): Generator<FlowSumKey> {
    for (let row = 0; row < this.#rows; row += 1) {
      const [customer = 0, site = 0, high = 0, low = 0] = this.#keys.subarray(row * KEY_WORDS);
      yield keyOfWords({ customer, site, high, low });
    }
  }

  state(): SumTableState {
    return {
      keys: this.#keys.slice(0, this.#rows * KEY_WORDS),
      sums: this.#sums.slice(0, this.#rows * this.#width),
    };
  }

  static from({ keys, sums }: SumTableState): SumTable {
    const table = new SumTable();
    for (let row = 0; row < keys.length / KEY_WORDS; row += 1) {
      const [customer = 0, site = 0, high = 0, low = 0] = keys.subarray(row * KEY_WORDS);
      const cell = table.insert({ customer, site, high, low });
      table.#sums.set(sums.subarray(row * WIDTH, (row + 1) * WIDTH), cell);
    }
    return table;
  }

  /** Hash slot of a key, or the free slot where it belongs. */
  #placeOf(words: KeyWords): number {
    const { customer, site, high, low } = words;
    const places = this.#places;
    const mask = places.length - 1;
    let place = hashOf(words) & mask;
    for (let row = places[place] as number; row >= 0; row = places[place] as number) {
      const key = row * KEY_WORDS;
      const keys = this.#keys;
      if (keys[key + 3] === low && keys[key + 2] === high && keys[key + 1] === site && keys[key] === customer)
        return place;
      place = (place + 1) & mask;
    }
    return place;
  }

  #grow(): void {
    const keys = new Uint32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    const sums = new Float64Array(this.#sums.length * 2);
    sums.set(this.#sums);
    this.#keys = keys;
    this.#sums = sums;
    this.#places = new Int32Array(this.#places.length * 2).fill(-1);
    const words = { customer: 0, site: 0, high: 0, low: 0 };
    for (let row = 0; row < this.#rows; row += 1) {
      const key = row * KEY_WORDS;
      words.customer = keys[key] as number;
      words.site = keys[key + 1] as number;
      words.high = keys[key + 2] as number;
      words.low = keys[key + 3] as number;
      this.#places[this.#placeOf(words)] = row;
    }
  }
}
