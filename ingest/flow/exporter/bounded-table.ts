import type { NameBudget } from './name-budget.ts';

interface TableBounds {
  readonly budget: NameBudget;
  /** Maximum number of entries. */
  readonly maxEntries: number;
  /** Names per entry. */
  readonly weight?: number;
}

/** A table filled by a device. The oldest entry is evicted when the table or the exporter's name budget is full. */
export class BoundedTable<Key, Value> {
  readonly entries = new Map<Key, Value>();
  readonly #budget: NameBudget;
  readonly #maxEntries: number;
  readonly #weight: number;

  constructor({ budget, maxEntries, weight = 1 }: TableBounds) {
    this.#budget = budget;
    this.#maxEntries = maxEntries;
    this.#weight = weight;
  }

  /** Sets an entry. Returns false if the exporter changes its tables too fast or its budget is used up elsewhere. */
  set(key: Key, value: Value): boolean {
    return this.#budget.tryChange(this.#weight) && this.restore(key, value);
  }

  /** Sets an entry without rate limiting, as after a restart. */
  restore(key: Key, value: Value): boolean {
    if (!this.entries.has(key) && !this.#makeRoom()) return false;
    this.entries.set(key, value);
    return true;
  }

  /** Removes an entry and releases its budget. */
  remove(key: Key): void {
    if (this.entries.delete(key)) this.#budget.release(this.#weight);
  }

  /** Removes all entries and releases their budget. */
  clear(): void {
    this.#budget.release(this.entries.size * this.#weight);
    this.entries.clear();
  }

  #makeRoom(): boolean {
    if (this.entries.size < this.#maxEntries && this.#budget.reserve(this.#weight)) return true;
    const [oldest] = this.entries.keys();
    // The new entry reuses the budget of the evicted one.
    return oldest !== undefined && this.entries.delete(oldest);
  }
}
