import type { NameBudget } from './name-budget.ts';

interface Bounds {
  readonly budget: NameBudget;
  /** Entries of this table. */
  readonly most: number;
  /** Names in an entry. */
  readonly weight?: number;
}

/** A table that a device fills: of too many entries the oldest give way, of its own or when its exporter holds too much. */
export class BoundedTable<Key, Value> {
  readonly entries = new Map<Key, Value>();
  readonly #budget: NameBudget;
  readonly #most: number;
  readonly #weight: number;

  constructor({ budget, most, weight = 1 }: Bounds) {
    this.#budget = budget;
    this.#most = most;
    this.#weight = weight;
  }

  /** Takes an entry; false when the exporter changes its tables too fast, or holds too much elsewhere. */
  put(key: Key, value: Value): boolean {
    return this.#budget.mayChange(this.#weight) && this.restore(key, value);
  }

  /** Takes what was known before, however much it is at once. */
  restore(key: Key, value: Value): boolean {
    if (!this.entries.has(key) && !this.#makeRoom()) return false;
    this.entries.set(key, value);
    return true;
  }

  /** Gives back what the budget holds of it. */
  clear(): void {
    this.#budget.giveBack(this.entries.size * this.#weight);
    this.entries.clear();
  }

  #makeRoom(): boolean {
    if (this.entries.size < this.#most && this.#budget.hold(this.#weight)) return true;
    const [oldest] = this.entries.keys();
    // The place of the oldest is that of the new one: what is held stays the same.
    return oldest !== undefined && this.entries.delete(oldest);
  }
}
