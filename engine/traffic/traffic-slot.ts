import { trafficLimits, type TrafficLimits } from '#schemas/flowmap/traffic-state.ts';
import type { FlowRowCells } from '../flow/flow-row.ts';
import { NO_ROOM } from '../flow/flow-traffic.ts';
import { trafficAmounts } from '../flow/flow-row-layout.ts';
import type { TrafficPairs } from './traffic-pairs.ts';

/** Sums of a pair. */
export const slotColumns = { bytes: 0, packets: 1 } as const;
export const TRAFFIC_WIDTH = 2;
const INITIAL_PAIRS = 256;

export interface TrafficSums {
  readonly bytes: number;
  readonly packets: number;
}

/** The traffic of one slot. */
export class TrafficSlot {
  readonly number: number;
  readonly pairs: TrafficPairs;
  /** By the number of the pair. */
  sums = new Float64Array(INITIAL_PAIRS * TRAFFIC_WIDTH);
  /** 1 for pairs with flows in this slot. */
  present = new Uint8Array(INITIAL_PAIRS);
  /** By customer: what had no room. */
  readonly others = new Map<number, TrafficSums>();
  readonly #limits: TrafficLimits;
  #size = 0;
  readonly #sizes = new Map<number, number>();

  constructor(number: number, pairs: TrafficPairs, limits: TrafficLimits = trafficLimits) {
    this.number = number;
    this.pairs = pairs;
    this.#limits = limits;
  }

  add(row: FlowRowCells): void {
    const bytes = row.amounts[trafficAmounts.bytes] as number;
    const packets = row.amounts[trafficAmounts.packets] as number;
    const pair = this.admit(row);
    if (pair === NO_ROOM) this.#addToOthers(row.customer, { bytes, packets });
    else this.addToPair({ pair, bytes, packets });
  }

  /** The pair of a row, which has flows in this slot from now on. */
  admit(row: FlowRowCells): number {
    const known = this.pairs.numberOf(row);
    if (known >= 0 && this.present[known] === 1) return known;
    if (!this.#hasRoom(row.customer)) return NO_ROOM;
    const pair = known < 0 ? this.pairs.insert(row) : known;
    this.#admit(row.customer, pair);
    return pair;
  }

  addToPair({ pair, bytes, packets }: TrafficSums & { readonly pair: number }): void {
    const at = pair * TRAFFIC_WIDTH;
    this.sums[at + slotColumns.bytes] = (this.sums[at + slotColumns.bytes] as number) + bytes;
    this.sums[at + slotColumns.packets] = (this.sums[at + slotColumns.packets] as number) + packets;
  }

  #hasRoom(customer: number): boolean {
    const { keysPerCustomer, keysPerPartition } = this.#limits;
    return (this.#sizes.get(customer) ?? 0) < keysPerCustomer && this.#size < keysPerPartition;
  }

  #admit(customer: number, pair: number): void {
    this.#sizes.set(customer, (this.#sizes.get(customer) ?? 0) + 1);
    this.#size += 1;
    if (pair >= this.present.length) this.#grow(pair);
    this.present[pair] = 1;
  }

  #grow(pair: number): void {
    let length = this.present.length * 2;
    while (length <= pair) length *= 2;
    const { present, sums } = this;
    this.present = new Uint8Array(length);
    this.present.set(present);
    this.sums = new Float64Array(length * TRAFFIC_WIDTH);
    this.sums.set(sums);
  }

  #addToOthers(customer: number, sums: TrafficSums): void {
    const others = this.others.get(customer);
    this.others.set(customer, {
      bytes: (others?.bytes ?? 0) + sums.bytes,
      packets: (others?.packets ?? 0) + sums.packets,
    });
  }
}
