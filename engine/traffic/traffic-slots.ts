import { SECOND_MS } from '#schemas/time/duration.ts';
import { trafficLimits, trafficTiming, type TrafficLimits } from '#schemas/flowmap/traffic-state.ts';
import { FlowPaths } from '../flow/flow-paths.ts';
import type { FlowRowCells } from '../flow/flow-row.ts';
import { NO_PAIR, NO_ROOM, type FlowTraffic } from '../flow/flow-traffic.ts';
import { TrafficPairs } from './traffic-pairs.ts';
import { TrafficSlot } from './traffic-slot.ts';

const SLOT_MS = trafficTiming.slotSeconds * SECOND_MS;

/** Slots before the newest that are held: those published next, and the one that has just ended. */
const HELD_SLOTS = trafficTiming.slots + 1;

/** Whether a row is traffic between two places that counts in the sums of its customer (docs/40-flow-sources.md). */
const isCounted = ({ duplicate, source, destination }: FlowRowCells): boolean =>
  duplicate === 0 && source !== destination;

/**
 * Sums of the flows of the last minute by slots of the time at which the collector received them: exporters report a flow up to a minute
 * after its packets, so that slots by the time of packets would never be complete in time. Memory is bounded by `trafficLimits`. Nothing is
 * saved: after a restart, `coveredSlots` has those that are complete.
 */
export class TrafficSlots implements FlowTraffic {
  readonly #limits: TrafficLimits;
  readonly #slots = new Map<number, TrafficSlot>();
  /** From here every flow was seen, milliseconds since 1970. */
  #since: number;
  #newest = 0;
  /** When the broker received the message whose rows are being added. */
  #receivedAt = 0;
  /** The newest slot that was opened. */
  #current: TrafficSlot | undefined;
  readonly paths = new FlowPaths();
  beforeRead = (): void => undefined;
  #pairs = new TrafficPairs(this.paths);

  /** `nowMs`: now, when every earlier message was consumed by a former engine, or is about to be accepted. */
  constructor(nowMs: number, limits: TrafficLimits = trafficLimits) {
    this.#since = nowMs;
    this.#limits = limits;
  }

  begin(receivedAt: number): void {
    this.#receivedAt = receivedAt;
    this.#since = Math.min(this.#since, receivedAt);
  }

  get slot(): number {
    return this.#current?.number ?? -1;
  }

  /** The clock of a collector may be ahead of the broker's. */
  slotAt(at: number): number {
    return Math.floor(Math.min(at, this.#receivedAt) / SLOT_MS);
  }

  open(slot: number): void {
    this.#current = this.#slotOf(slot);
  }

  add(row: FlowRowCells): void {
    if (isCounted(row) && row.slot >= this.#newest - HELD_SLOTS) this.#slotOf(row.slot).add(row);
  }

  pairOf(row: FlowRowCells): number {
    return isCounted(row) ? (this.#current?.admit(row) ?? NO_ROOM) : NO_PAIR;
  }

  addToPair(sum: { readonly pair: number; readonly bytes: number; readonly packets: number }): void {
    this.#current?.addToPair(sum);
  }

  /** The complete slots among the last ones that end at or before a time, and that end. A slot without traffic is undefined. */
  coveredSlots(nowMs: number): {
    readonly end: number;
    readonly slots: readonly (TrafficSlot | undefined)[];
  } {
    this.beforeRead();
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
      // Those of the past minute were numbered too: the next slots start again.
      if (this.#pairs.size > this.#limits.keysPerPartition) this.#pairs = new TrafficPairs(this.paths);
      slot = new TrafficSlot(number, this.#pairs, this.#limits);
      this.#slots.set(number, slot);
      this.#newest = Math.max(this.#newest, number);
      for (const known of this.#slots.keys())
        if (known < this.#newest - HELD_SLOTS) this.#slots.delete(known);
    }
    return slot;
  }
}
