import { forEachKey, type StepColumns } from '../sql/step-columns.ts';

interface PartKey {
  readonly part: number;
  readonly key: readonly number[];
}

const ROW_BYTES = 8;
const KEY_BYTES = 200;

const nameOf = ({ part, key }: PartKey): string => `${String(part)} ${key.join(' ')}`;

/** Keys, and where they are in their list: new ones are added. */
class KeyPlaces {
  readonly keys: PartKey[];
  readonly #places: Map<string, number>;

  constructor(keys: readonly PartKey[]) {
    this.keys = [...keys];
    this.#places = new Map(keys.map((each, index) => [nameOf(each), index]));
  }

  of(each: PartKey): number {
    const name = nameOf(each);
    const place = this.#places.get(name) ?? this.keys.push(each) - 1;
    this.#places.set(name, place);
    return place;
  }
}

/** What is retained of steps, by column: a fifth of what rows take. */
export class CachedSteps {
  readonly keys: readonly PartKey[];
  readonly #width: number;
  /** Index of the key, and start of the step. */
  readonly #keyAt: Uint32Array;
  readonly #starts: Uint32Array;
  /** Row after row; not a number: no value. */
  readonly #values: Float64Array;

  static readonly none = new CachedSteps([], 0, 0);

  private constructor(keys: readonly PartKey[], width: number, rows: number) {
    this.keys = keys;
    this.#width = width;
    this.#keyAt = new Uint32Array(rows);
    this.#starts = new Uint32Array(rows);
    this.#values = new Float64Array(rows * width).fill(Number.NaN);
  }

  get bytes(): number {
    return this.#starts.length * (ROW_BYTES + ROW_BYTES * this.#width) + this.keys.length * KEY_BYTES;
  }

  /** Visits the columns of each step, which are valid until the next one. */
  forEach(visit: (key: number, columns: Float64Array) => void): void {
    for (const [row, key] of this.#keyAt.entries())
      visit(key, this.#values.subarray(row * this.#width, (row + 1) * this.#width));
  }

  /** The steps that are retained, from one on, until those that rows replace begin: the rows follow. */
  static joined(
    retained: CachedSteps,
    rows: StepColumns,
    { from, until }: { readonly from: number; readonly until: number },
  ): CachedSteps {
    const older = retained.#indexes({ from, until });
    const width = older.length > 0 ? retained.#width : rows.values.length;
    const places = new KeyPlaces(retained.keys);
    const newer: number[] = [];
    let last: PartKey | undefined;
    forEachKey(rows.keys, (key, row) => {
      const part = rows.parts[row] ?? 0;
      const isSame = key === last?.key && part === last.part;
      newer.push(isSame ? (newer.at(-1) ?? 0) : places.of({ part, key }));
      if (!isSame) last = { part, key };
    });
    const joined = new CachedSteps(places.keys, width, older.length + newer.length);
    joined.#copy(retained, older);
    joined.#add(older.length, newer, rows);
    return joined;
  }

  #indexes({ from, until }: { readonly from: number; readonly until: number }): readonly number[] {
    return [...this.#starts.keys()].filter((row) => {
      const start = this.#starts[row] ?? 0;
      return start >= from && start < until;
    });
  }

  #copy(retained: CachedSteps, rows: readonly number[]): void {
    for (const [place, row] of rows.entries()) {
      this.#keyAt[place] = retained.#keyAt[row] ?? 0;
      this.#starts[place] = retained.#starts[row] ?? 0;
      const own = retained.#values.subarray(row * this.#width, (row + 1) * this.#width);
      this.#values.set(own, place * this.#width);
    }
  }

  #add(first: number, keys: readonly number[], { starts, values }: StepColumns): void {
    this.#keyAt.set(keys, first);
    this.#starts.set(starts, first);
    for (const [column, cells] of values.slice(0, this.#width).entries())
      for (const [row, value] of cells.entries())
        if (value !== null) this.#values[(first + row) * this.#width + column] = value;
  }
}
