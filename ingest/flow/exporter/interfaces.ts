import { BoundedTable } from './bounded-table.ts';
import { NameBudget } from './name-budget.ts';

/** More than any router has, with a name and a description per port. A forged exporter can name any. */
const MAX_INTERFACE_NAMES = 16_384;

/** Interfaces of the exporter's device in the inventory. */
export interface InventoryInterfaces {
  /** Interface elements by the ifIndex that the poller learned. */
  readonly byIndex: ReadonlyMap<number, number>;
  /** Interface elements without a known ifIndex, by name. */
  readonly byName: ReadonlyMap<string, number>;
}

/**
 * Interface elements of an exporter by ifIndex: as learned by the poller, else by name from the table the device sends
 * (`option interface-table` of NetFlow, port names of sFlow), so that devices that are not polled have interfaces too.
 */
export class Interfaces {
  /** Changed since the last save. */
  dirty = false;
  byIndex: ReadonlyMap<number, number> = new Map();
  #inventory: InventoryInterfaces = { byIndex: new Map(), byName: new Map() };
  readonly #indexes: BoundedTable<string, number>;

  constructor(budget = new NameBudget()) {
    this.#indexes = new BoundedTable({ budget, maxEntries: MAX_INTERFACE_NAMES });
  }

  setInventory(known: InventoryInterfaces): void {
    this.#inventory = known;
    this.#match();
  }

  /**
   * Sets the name of an ifIndex. After a renumbering the newest index owns the name. Returns false if there are too
   * many names.
   */
  setName(index: number, name: string): boolean {
    if (name === '' || index === 0 || this.#indexes.entries.get(name) === index) return true;
    if (!this.#indexes.set(name, index)) return false;
    this.dirty = true;
    if (this.#inventory.byName.has(name)) this.#match();
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
    const { byIndex, byName } = this.#inventory;
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
