import { ordered, runThrough, through } from '../partition/steps.ts';
import type { StepsTo } from '../partition/steps.ts';

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

/** In steps. */
export function* makingTable(facts: readonly ElementFacts[]): StepsTo<ElementTable> {
  const sorted = yield* ordered(facts, ({ id }) => id);
  const { length } = sorted;
  const table = {
    ids: new Uint32Array(length),
    customers: new Uint32Array(length),
    sites: new Uint32Array(length),
    inBps: new Float64Array(length),
    outBps: new Float64Array(length),
  };
  const details = new Float64Array(length);
  let isDetailed = false;
  yield* through(length, (slot) => {
    const { id, customer, site, inBps, outBps, detail } = sorted[slot] as ElementFacts;
    table.ids[slot] = id;
    table.customers[slot] = customer;
    table.sites[slot] = site;
    table.inBps[slot] = inBps;
    table.outBps[slot] = outBps;
    details[slot] = detail ?? 0;
    isDetailed ||= detail !== undefined;
  });
  return isDetailed ? { ...table, details } : table;
}

export const elementTable = (facts: readonly ElementFacts[]): ElementTable => runThrough(makingTable(facts));

const PAGE = 4_096;

/**
 * Slot and source by element id. Ids come from one sequence and lie close together: pages of plain numbers are several times
 * smaller and faster than a Map.
 */
export class ElementIndex {
  readonly #pages: Int32Array[] = [];
  readonly #none = new Int32Array(PAGE).fill(-1);

  /** In steps. */
  static *making(tables: readonly ElementTable[]): StepsTo<ElementIndex> {
    const index = new ElementIndex();
    for (const [source, { ids }] of tables.entries())
      yield* through(ids.length, (slot) => {
        index.#set(ids[slot] ?? 0, slot * tables.length + source);
      });
    return index;
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

interface Elements {
  readonly elements: readonly ElementTable[];
}

const none: Owned = { ids: new Uint32Array(), customers: new Uint32Array() };

/**
 * For each slot of a source in `now` the slot of the same element in `before`, -1 for a new one. Both are sorted by id. An element
 * that another customer has now is another one: what was measured of it is none of his.
 */
export function* slotsOf(now: Elements, before: Elements, source: number): StepsTo<Int32Array> {
  const { ids, customers } = now.elements[source] ?? none;
  const known = before.elements[source] ?? none;
  const mapping = new Int32Array(ids.length).fill(-1);
  let old = 0;
  yield* through(ids.length, (slot) => {
    const id = ids[slot] ?? 0;
    while (old < known.ids.length && (known.ids[old] ?? 0) < id) old += 1;
    if (known.ids[old] === id && known.customers[old] === customers[slot]) mapping[slot] = old;
  });
  return mapping;
}

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
