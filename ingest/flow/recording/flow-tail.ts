import { rowAddress } from '#schemas/debug/row-cell.ts';
import {
  tailLimits,
  type TailFilter,
  type TailFlow,
  type TailFlows,
  type TailOrder,
} from '#schemas/debug/tail.ts';
import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { addressBytes } from '../attribution/address.ts';
import type { RowsMessage } from '../rows/rows-message.ts';
import { runsOf, tableOf } from './recorded-rows.ts';

const { offset } = layoutOf(flows);
const V4_BITS = 32;
const ALL_BITS = 128;

/** Whether the row at an offset matches. */
type Matches = (view: DataView, at: number) => boolean;

interface Prefix {
  readonly bytes: Uint8Array;
  readonly bits: number;
}

function prefixOf(text: string): Prefix {
  const [address = '', length] = text.split('/');
  const before = address.includes(':') ? 0 : ALL_BITS - V4_BITS;
  const bits = length === undefined ? ALL_BITS : Math.min(ALL_BITS, before + Number(length));
  return { bytes: addressBytes(address), bits };
}

function startsWith(view: DataView, at: number, { bytes, bits }: Prefix): boolean {
  const completeBytes = bits >> 3;
  for (let byte = 0; byte < completeBytes; byte += 1)
    if (view.getUint8(at + byte) !== bytes[byte]) return false;
  const last = bits & 7;
  if (last === 0) return true;
  const shift = 8 - last;
  return view.getUint8(at + completeBytes) >> shift === (bytes[completeBytes] ?? 0) >> shift;
}

const u64 = (view: DataView, at: number): number =>
  view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);

/** The conditions of a filter, made once. */
function matcherOf({ address, port, protocol, device, minBytes }: TailFilter): Matches {
  const conditions: Matches[] = [];
  if (device !== undefined)
    conditions.push((view, at) => view.getUint32(at + offset.exporter, true) === device);
  if (protocol !== undefined) conditions.push((view, at) => view.getUint8(at + offset.protocol) === protocol);
  if (port !== undefined)
    conditions.push(
      (view, at) =>
        view.getUint16(at + offset.source_port, true) === port ||
        view.getUint16(at + offset.destination_port, true) === port,
    );
  if (minBytes !== undefined) conditions.push((view, at) => u64(view, at + offset.bytes) >= minBytes);
  if (address !== undefined) {
    const prefix = prefixOf(address);
    conditions.push(
      (view, at) =>
        startsWith(view, at + offset.source, prefix) || startsWith(view, at + offset.destination, prefix),
    );
  }
  return (view, at) => conditions.every((condition) => condition(view, at));
}

function flowAt(view: DataView, bytes: Uint8Array, at: number): TailFlow {
  const u32 = (cell: number): number => view.getUint32(at + cell, true);
  const address = (cell: number): string => rowAddress(bytes.subarray(at + cell, at + cell + 16));
  return {
    received: u64(view, at + offset.received),
    first: u64(view, at + offset.first),
    last: u64(view, at + offset.last),
    device: u32(offset.exporter),
    source: address(offset.source),
    destination: address(offset.destination),
    sourcePort: view.getUint16(at + offset.source_port, true),
    destinationPort: view.getUint16(at + offset.destination_port, true),
    protocol: view.getUint8(at + offset.protocol),
    dscp: view.getUint8(at + offset.dscp),
    tcpFlags: view.getUint16(at + offset.tcp_flags, true),
    direction: view.getUint8(at + offset.direction),
    inIndex: u32(offset.in_index),
    outIndex: u32(offset.out_index),
    bytes: u64(view, at + offset.bytes),
    packets: u64(view, at + offset.packets),
    sampling: u32(offset.sampling),
  };
}

interface Tail {
  readonly order: TailOrder;
  readonly matches: Matches;
  /** By the monotonic clock. */
  renewedMs: number;
  flows: TailFlow[];
  skipped: number;
  /** Flows of the current second, and when it began. */
  shown: number;
  sinceMs: number;
}

/** Decoded flows of sites that screens watch. Costs nothing while none does, and little where more match than are shown. */
export class FlowTail {
  readonly #collector: string;
  readonly #tails = new Map<string, Tail>();
  #sites: ReadonlySet<number> = new Set();

  constructor(collector: string) {
    this.#collector = collector;
  }

  get isActive(): boolean {
    return this.#tails.size > 0;
  }

  /** Starts, continues or ends a tail. `nowMs`: of the monotonic clock. */
  apply(order: TailOrder, nowMs: number): void {
    const known = this.#tails.get(order.tail);
    if (order.action === 'stop') this.#tails.delete(order.tail);
    else if (known !== undefined) known.renewedMs = nowMs;
    else if (this.#tails.size < tailLimits.tails)
      this.#tails.set(order.tail, {
        order,
        matches: matcherOf(order.filter),
        renewedMs: nowMs,
        flows: [],
        skipped: 0,
        shown: 0,
        sinceMs: nowMs,
      });
    this.#noteSites();
  }

  /** Takes the rows of watched sites. */
  read(message: RowsMessage): void {
    const { rowBytes } = layoutOf(tableOf(message));
    for (const { site, bytes } of runsOf(message, this.#sites)) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (const tail of this.#tails.values()) {
        if (tail.order.site !== site) continue;
        for (let at = 0; at < bytes.length; at += rowBytes) {
          if (!tail.matches(view, at)) continue;
          if (tail.shown < tailLimits.rowsPerSecond) {
            tail.flows.push(flowAt(view, bytes, at));
            tail.shown += 1;
          } else tail.skipped += 1;
        }
      }
    }
  }

  /** What was taken since the last call. Tails that no server orders end. */
  drain(nowMs: number): readonly TailFlows[] {
    const sent: TailFlows[] = [];
    for (const [id, tail] of this.#tails) {
      if (nowMs - tail.renewedMs > tailLimits.expiryMs) this.#tails.delete(id);
      const { flows: taken, skipped } = tail;
      if (taken.length > 0 || skipped > 0)
        sent.push({ tail: id, collector: this.#collector, flows: taken, skipped });
      tail.flows = [];
      tail.skipped = 0;
      if (nowMs - tail.sinceMs >= SECOND_MS) Object.assign(tail, { shown: 0, sinceMs: nowMs });
    }
    this.#noteSites();
    return sent;
  }

  #noteSites(): void {
    this.#sites = new Set([...this.#tails.values()].map(({ order }) => order.site));
  }
}
