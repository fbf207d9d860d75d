import { forEachIndex, sortByNumber, type Steps } from '#platform/clock/steps.ts';

/** The elements of one source, sorted by id. An element's index here is its slot in every other table. */
export interface ElementTable {
  readonly ids: Uint32Array;
  readonly customers: Uint32Array;
  readonly sites: Uint32Array;
  /** Contracted bandwidth in bit/s, 0 without a contract. */
  readonly inBps: Float64Array;
  readonly outBps: Float64Array;
  /** 1 for WAN accesses (`schemas/inventory/wan-access.ts`); absent: none of them is an interface. */
  readonly accesses?: Uint32Array;
  /** For flow targets: application, DSCP or remote site (`schemas/inventory/flow-target.ts`). */
  readonly details?: Float64Array;
  /** The device of each element, 0 for none; absent: none of them belongs to a device. */
  readonly devices?: Uint32Array;
  /** The interface of each class of service and tunnel, 0 for none; absent: none of them has one. */
  readonly ports?: Uint32Array;
}

export interface ElementFacts {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
  readonly inBps: number;
  readonly outBps: number;
  readonly isAccess?: boolean;
  readonly detail?: number;
  readonly device?: number;
  readonly port?: number;
}

export function* elementTableSteps(facts: readonly ElementFacts[]): Steps<ElementTable> {
  const sorted = yield* sortByNumber(facts, ({ id }) => id);
  const { length } = sorted;
  const table = {
    ids: new Uint32Array(length),
    customers: new Uint32Array(length),
    sites: new Uint32Array(length),
    inBps: new Float64Array(length),
    outBps: new Float64Array(length),
  };
  const details = new Float64Array(length);
  const devices = new Uint32Array(length);
  const accesses = new Uint32Array(length);
  const ports = new Uint32Array(length);
  let areInterfaces = false;
  let isDetailed = false;
  let isOfDevices = false;
  let isOfPorts = false;
  yield* forEachIndex(length, (slot) => {
    const { id, customer, site, inBps, outBps, isAccess, detail, device, port } = sorted[
      slot
    ] as ElementFacts;
    table.ids[slot] = id;
    table.customers[slot] = customer;
    table.sites[slot] = site;
    table.inBps[slot] = inBps;
    table.outBps[slot] = outBps;
    details[slot] = detail ?? 0;
    isDetailed ||= detail !== undefined;
    accesses[slot] = isAccess === true ? 1 : 0;
    areInterfaces ||= isAccess !== undefined;
    devices[slot] = device ?? 0;
    isOfDevices ||= device !== undefined;
    ports[slot] = port ?? 0;
    isOfPorts ||= port !== undefined;
  });
  return {
    ...table,
    ...(isDetailed ? { details } : {}),
    ...(isOfDevices ? { devices } : {}),
    ...(isOfPorts ? { ports } : {}),
    ...(areInterfaces ? { accesses } : {}),
  };
}

const PAGE = 4_096;

/**
 * Slot and source by element id. Ids come from one sequence and lie close together, so pages of plain numbers
 * are several times smaller and faster than a Map.
 */
export class ElementIndex {
  readonly #pages: Int32Array[] = [];
  readonly #none = new Int32Array(PAGE).fill(-1);

  static *createSteps(tables: readonly ElementTable[]): Steps<ElementIndex> {
    const index = new ElementIndex();
    for (const [source, { ids }] of tables.entries())
      yield* forEachIndex(ids.length, (slot) => {
        index.#set(ids[slot] ?? 0, slot * tables.length + source);
      });
    return index;
  }

  /** Returns slot · number of sources + source number, or -1 for an unknown element. */
  find(id: number): number {
    return (this.#pages[Math.floor(id / PAGE)] ?? this.#none)[id % PAGE] ?? -1;
  }

  #set(id: number, value: number): void {
    const page = Math.floor(id / PAGE);
    // A sparse array would make `find` slow, so gaps point to the shared empty page.
    while (this.#pages.length <= page) this.#pages.push(this.#none);
    if (this.#pages[page] === this.#none) this.#pages[page] = new Int32Array(PAGE).fill(-1);
    (this.#pages[page] ?? this.#none)[id % PAGE] = value;
  }
}

type Owned = Pick<ElementTable, 'ids' | 'customers' | 'sites'>;

interface Elements {
  readonly elements: readonly ElementTable[];
}

const none: Owned = { ids: new Uint32Array(), customers: new Uint32Array(), sites: new Uint32Array() };

/**
 * For each slot of a source in `now`, the slot of the same element in `before`, -1 for a new one. Both are
 * sorted by id. An element that moved to another customer counts as new, so that measures never cross
 * customers. With `atSameSite`, so does one that moved to another site.
 */
export function* slotMappingSteps(
  now: Elements,
  before: Elements,
  { source, atSameSite = false }: { readonly source: number; readonly atSameSite?: boolean },
): Steps<Int32Array> {
  const { ids, customers, sites } = now.elements[source] ?? none;
  const known = before.elements[source] ?? none;
  const mapping = new Int32Array(ids.length).fill(-1);
  let old = 0;
  yield* forEachIndex(ids.length, (slot) => {
    const id = ids[slot] ?? 0;
    while (old < known.ids.length && (known.ids[old] ?? 0) < id) old += 1;
    if (known.ids[old] !== id || known.customers[old] !== customers[slot]) return;
    if (!atSameSite || known.sites[old] === sites[slot]) mapping[slot] = old;
  });
  return mapping;
}

/** Returns the slot of an element in sorted ids, -1 if it is missing. */
export function findSlot(ids: Uint32Array, id: number): number {
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
