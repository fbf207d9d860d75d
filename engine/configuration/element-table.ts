/** The elements of one source, in the order of their ids. An element's place here is its slot in every other table. */
export interface ElementTable {
  readonly ids: Uint32Array;
  readonly customers: Uint32Array;
  readonly sites: Uint32Array;
  /** Contracted bandwidth in bit/s, 0 without a contract. */
  readonly inBps: Float64Array;
  readonly outBps: Float64Array;
  /** Of elements that flows are summed by: application, DSCP or remote site (`schemas/inventory/flow-target.ts`). */
  readonly details?: Float64Array;
}

export interface ElementFacts {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
  readonly inBps: number;
  readonly outBps: number;
  readonly detail?: number;
}

export function elementTable(facts: readonly ElementFacts[]): ElementTable {
  const sorted = [...facts].sort((a, b) => a.id - b.id);
  return {
    ids: Uint32Array.from(sorted, ({ id }) => id),
    customers: Uint32Array.from(sorted, ({ customer }) => customer),
    sites: Uint32Array.from(sorted, ({ site }) => site),
    inBps: Float64Array.from(sorted, ({ inBps }) => inBps),
    outBps: Float64Array.from(sorted, ({ outBps }) => outBps),
    ...(sorted.some(({ detail }) => detail !== undefined)
      ? { details: Float64Array.from(sorted, ({ detail = 0 }) => detail) }
      : {}),
  };
}

const PAGE = 4_096;

/**
 * Slot and source by element id. Ids come from one sequence and lie close together: pages of plain numbers are several times
 * smaller and faster than a Map.
 */
export class ElementIndex {
  readonly #pages: Int32Array[] = [];
  readonly #none = new Int32Array(PAGE).fill(-1);

  constructor(tables: readonly ElementTable[]) {
    for (const [source, { ids }] of tables.entries())
      for (const [slot, id] of ids.entries()) this.#set(id, slot * tables.length + source);
  }

  /** slot · number of sources + number of the source, or -1 for an element that is not known. */
  find(id: number): number {
    return (this.#pages[Math.floor(id / PAGE)] ?? this.#none)[id % PAGE] ?? -1;
  }

  #set(id: number, value: number): void {
    const page = Math.floor(id / PAGE);
    // A sparse list would make `find` slow: pages in between point to the one that knows nothing.
    while (this.#pages.length <= page) this.#pages.push(this.#none);
    if (this.#pages[page] === this.#none) this.#pages[page] = new Int32Array(PAGE).fill(-1);
    (this.#pages[page] ?? this.#none)[id % PAGE] = value;
  }
}

type Owned = Pick<ElementTable, 'ids' | 'customers'>;

/**
 * For each slot of `now` the slot of the same element in `before`, -1 for a new one. Both are sorted by id. An element that
 * another customer has now is another one: what was measured of it is none of his.
 */
function slotsBefore(now: Owned, before: Owned): Int32Array {
  const mapping = new Int32Array(now.ids.length).fill(-1);
  let old = 0;
  for (const [slot, id] of now.ids.entries()) {
    while (old < before.ids.length && (before.ids[old] ?? 0) < id) old += 1;
    if (before.ids[old] === id && before.customers[old] === now.customers[slot]) mapping[slot] = old;
  }
  return mapping;
}

interface Elements {
  readonly elements: readonly ElementTable[];
}

const none: Owned = { ids: new Uint32Array(), customers: new Uint32Array() };

/** As `slotsBefore`, of the elements of a source in two configurations. */
export const slotsOf = (now: Elements, before: Elements, source: number): Int32Array =>
  slotsBefore(now.elements[source] ?? none, before.elements[source] ?? none);

/** Slot of an element in ids that are sorted, -1 when it is not there. */
export function slotOf(ids: Uint32Array, id: number): number {
  let from = 0;
  let to = ids.length - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const found = ids[middle] ?? 0;
    if (found === id) return middle;
    if (found < id) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
