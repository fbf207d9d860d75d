import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { trafficLimits, trafficTiming, type TrafficLimits } from '#schemas/flowmap/traffic-state.ts';
import { uint64At } from '../flow/flow-row-layout.ts';
import { SumTable } from '../flow/sum-table.ts';
import { dataViewOf } from '../measure/sample-row.ts';

const { rowBytes, offset } = layoutOf(flows);
const SLOT_MS = trafficTiming.slotSeconds * SECOND_MS;

/** Slots before the newest that are held: those published next, and the one that has just ended. */
const HELD_SLOTS = trafficTiming.slots + 1;

/** Sums of a key. */
export const slotColumns = { bytes: 0, packets: 1 } as const;
export const TRAFFIC_WIDTH = 2;

export interface TrafficSums {
  readonly bytes: number;
  readonly packets: number;
}

/** The traffic of one slot. */
export class TrafficSlot {
  readonly table = new SumTable(TRAFFIC_WIDTH);
  /** By customer: what had no room in the table. */
  readonly others = new Map<number, TrafficSums>();
  readonly #keys = new Map<number, number>();
  readonly #limits: TrafficLimits;

  constructor(limits: TrafficLimits) {
    this.#limits = limits;
  }

  add(view: DataView, row: number): void {
    const customer = view.getUint32(row + offset.customer, true);
    const key = {
      customer,
      site: view.getUint32(row + offset.source_site, true),
      high: view.getUint32(row + offset.destination_site, true),
      low: view.getUint8(row + offset.dscp),
    };
    const bytes = uint64At(view, row + offset.bytes);
    const packets = uint64At(view, row + offset.packets);
    let cell = this.table.find(key);
    if (cell < 0) {
      const keys = this.#keys.get(customer) ?? 0;
      if (keys >= this.#limits.keysPerCustomer || this.table.size >= this.#limits.keysPerPartition) {
        const others = this.others.get(customer);
        this.others.set(customer, {
          bytes: (others?.bytes ?? 0) + bytes,
          packets: (others?.packets ?? 0) + packets,
        });
        return;
      }
      this.#keys.set(customer, keys + 1);
      cell = this.table.insert(key);
    }
    this.table.add(cell + slotColumns.bytes, bytes);
    this.table.add(cell + slotColumns.packets, packets);
  }
}

/** Whether a row is traffic between two places that counts in the sums of its customer (docs/40-flow-sources.md). */
const isCounted = (view: DataView, row: number): boolean =>
  view.getUint8(row + offset.duplicate) === 0 &&
  view.getUint32(row + offset.source_site, true) !== view.getUint32(row + offset.destination_site, true);

/**
 * Sums of the flows of the last minute by slots of the time at which the collector received them: exporters report a flow up to a minute
 * after its packets, so that slots by the time of packets would never be complete in time. Memory is bounded by `trafficLimits`. Nothing is
 * saved: after a restart, `coveredSlots` has those that are complete.
 */
export class TrafficSlots {
  readonly #limits: TrafficLimits;
  readonly #slots = new Map<number, TrafficSlot>();
  /** From here every flow was seen, milliseconds since 1970. */
  #since: number;
  #newest = 0;

  /** `nowMs`: now, when every earlier message was consumed by a former engine, or is about to be accepted. */
  constructor(nowMs: number, limits: TrafficLimits = trafficLimits) {
    this.#since = nowMs;
    this.#limits = limits;
  }

  /** Adds the rows of a message, which the broker received at `receivedAt`. Bytes that are no full rows are ignored. */
  accept(bytes: Uint8Array, receivedAt: number): void {
    this.#since = Math.min(this.#since, receivedAt);
    if (bytes.length % rowBytes !== 0) return;
    const view = dataViewOf(bytes);
    let slot: TrafficSlot | undefined;
    let number = -1;
    for (let row = 0; row < bytes.length; row += rowBytes) {
      if (!isCounted(view, row)) continue;
      // The clock of a collector may be ahead of the broker's.
      const at = Math.min(uint64At(view, row + offset.received), receivedAt);
      const own = Math.floor(at / SLOT_MS);
      if (own < this.#newest - HELD_SLOTS) continue;
      if (slot === undefined || own !== number) {
        number = own;
        slot = this.#slotOf(own);
      }
      slot.add(view, row);
    }
  }

  /** The complete slots among the last ones that end at or before a time, and that end. A slot without traffic is undefined. */
  coveredSlots(nowMs: number): {
    readonly end: number;
    readonly slots: readonly (TrafficSlot | undefined)[];
  } {
    const end = Math.floor(nowMs / SLOT_MS);
    const from = Math.max(end - trafficTiming.slots, Math.ceil(this.#since / SLOT_MS));
    const slots = Array.from({ length: Math.max(0, end - from) }, (_, index) =>
      this.#slots.get(from + index),
    );
    return { end: end * SLOT_MS, slots };
  }

  #slotOf(number: number): TrafficSlot {
    let slot = this.#slots.get(number);
    if (slot === undefined) {
      slot = new TrafficSlot(this.#limits);
      this.#slots.set(number, slot);
      this.#newest = Math.max(this.#newest, number);
      for (const known of this.#slots.keys())
        if (known < this.#newest - HELD_SLOTS) this.#slots.delete(known);
    }
    return slot;
  }
}
