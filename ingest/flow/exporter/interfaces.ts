import { BoundedTable } from './bounded-table.ts';
import { NameBudget } from './name-budget.ts';

/** More names than a router has, each port by name and by description; a forged exporter names any. */
const MOST = 16_384;

/** What the inventory says of the interfaces of an exporter's device. */
export interface KnownInterfaces {
  /** Interface elements by the ifIndex that the poller learned. */
  readonly byIndex: ReadonlyMap<number, number>;
  /** Those whose ifIndex nobody knows, by name. */
  readonly byName: ReadonlyMap<string, number>;
}

/**
 * The interface elements of an exporter by ifIndex: as the poller learned them, else by the names in the table that the device
 * itself sends (`option interface-table` of NetFlow, port names of sFlow). So a device that is not polled has interfaces too.
 */
export class Interfaces {
  /** Something changed since it was stored. */
  dirty = false;
  byIndex: ReadonlyMap<number, number> = new Map();
  #known: KnownInterfaces = { byIndex: new Map(), byName: new Map() };
  readonly #indexes: BoundedTable<string, number>;

  constructor(budget = new NameBudget()) {
    this.#indexes = new BoundedTable({ budget, most: MOST });
  }

  know(known: KnownInterfaces): void {
    this.#known = known;
    this.#match();
  }

  /** The device calls the interface of this ifIndex so; after a renumbering the newest index has the name. False when there are too many. */
  name(index: number, name: string): boolean {
    if (name === '' || index === 0 || this.#indexes.entries.get(name) === index) return true;
    if (!this.#indexes.put(name, index)) return false;
    this.dirty = true;
    if (this.#known.byName.has(name)) this.#match();
    return true;
  }

  entries(): readonly (readonly [name: string, index: number])[] {
    return [...this.#indexes.entries];
  }

  restore(entries: readonly (readonly [name: string, index: number])[]): void {
    for (const [name, index] of entries)
      if (!this.#indexes.entries.has(name)) this.#indexes.restore(name, index);
    this.#match();
  }

  #match(): void {
    const { byIndex, byName } = this.#known;
    if (byName.size === 0) {
      this.byIndex = byIndex;
      return;
    }
    const found = new Map(byIndex);
    for (const [name, id] of byName) {
      const index = this.#indexes.entries.get(name);
      if (index !== undefined && !byIndex.has(index)) found.set(index, id);
    }
    this.byIndex = found;
  }
}
