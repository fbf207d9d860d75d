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

/** A domain that announces names; it is saved after a change. */
interface Announcer {
  dirty: boolean;
}

const unknownAnnouncer: Announcer = { dirty: false };

/**
 * Interface elements of an exporter by ifIndex: as learned by the poller, else by name from the table the device sends
 * (`option interface-table` of NetFlow, port names of sFlow), so that devices that are not polled have interfaces too.
 */
export class Interfaces {
  byIndex: ReadonlyMap<number, number> = new Map();
  #inventory: InventoryInterfaces = { byIndex: new Map(), byName: new Map() };
  readonly #indexes: BoundedTable<string, number>;
  /** The domain that has announced a name. */
  readonly #owners = new Map<string, Announcer>();

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
  setName(index: number, name: string, by: Announcer = unknownAnnouncer): boolean {
    if (name === '' || index === 0 || this.#indexes.entries.get(name) === index) return true;
    if (!this.#indexes.set(name, index)) return false;
    this.#setOwner(name, by);
    by.dirty = true;
    if (this.#inventory.byName.has(name)) this.#match();
    return true;
  }

  /** Names with their ifIndex: those of one domain, or all. */
  entries(by?: Announcer): readonly (readonly [name: string, index: number])[] {
    const all = [...this.#indexes.entries];
    return by === undefined ? all : all.filter(([name]) => this.#owners.get(name) === by);
  }

  restore(
    entries: readonly (readonly [name: string, index: number])[],
    by: Announcer = unknownAnnouncer,
  ): void {
    for (const [name, index] of entries)
      if (!this.#indexes.entries.has(name) && this.#indexes.restore(name, index)) this.#setOwner(name, by);
    this.#match();
  }

  /** Removes the names that a domain has announced: its device may number its interfaces differently. */
  forget(by: Announcer): void {
    for (const [name, owner] of this.#owners)
      if (owner === by) {
        this.#owners.delete(name);
        this.#indexes.remove(name);
      }
    this.#match();
  }

  /** Owners of evicted names are removed now and then. */
  #setOwner(name: string, by: Announcer): void {
    this.#owners.set(name, by);
    if (this.#owners.size <= MAX_INTERFACE_NAMES * 2) return;
    for (const known of this.#owners.keys())
      if (!this.#indexes.entries.has(known)) this.#owners.delete(known);
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
