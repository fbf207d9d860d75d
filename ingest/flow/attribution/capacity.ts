import { contractOf, type Contract } from '#schemas/inventory/contract.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { detailedFlows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { TWO_32 } from '#schemas/number.ts';

const { offset } = layoutOf(detailedFlows);

/** The fastest Ethernet port (IEEE P802.3dj). */
const FASTEST_BPS = 1.6e12;
/** A contract is often for a fraction of its port's speed. */
const CONTRACT_FACTOR = 10;
/** Clocks, full seconds and rounded times. */
const SLACK_MS = 10_000;
/** A record without duration may span the longest active timeout of common exporters. */
const UNKNOWN_DURATION_MS = 30 * 60_000;
/** A few sampled packets stand for as many times the interval. */
const SAMPLED_PACKETS = 8;
const MAX_PACKET_BYTES = 65_535;

/** Contracted bandwidth of the interfaces of a device in bit/s, by interface element. */
export interface Bandwidths {
  readonly into: ReadonlyMap<number, number>;
  readonly outOf: ReadonlyMap<number, number>;
}

export function bandwidthsOf({ interfaces: all }: Inventory, { interfaces }: DeviceEntry): Bandwidths {
  const own = interfaces.flatMap((id) => all.get(id) ?? []);
  const known = (way: keyof Contract): ReadonlyMap<number, number> =>
    new Map(
      own.flatMap((entry) => {
        const bps = contractOf(entry)[way];
        return bps === undefined ? [] : [[entry.id, bps] as const];
      }),
    );
  return { into: known('inBps'), outOf: known('outBps') };
}

const uint64 = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * TWO_32;

/** Speed of the interface that observed the row: the input, for an egress row the output. */
function speedBps(out: DataView, row: number, { into, outOf }: Bandwidths): number {
  const input = into.get(out.getUint32(row + offset.in_interface, true));
  const output = outOf.get(out.getUint32(row + offset.out_interface, true));
  const isEgress = out.getUint8(row + offset.direction) === 1;
  const contracted = isEgress ? (output ?? input) : (input ?? output);
  return contracted === undefined ? FASTEST_BPS : contracted * CONTRACT_FACTOR;
}

/**
 * Whether a row has more bytes than its interface could carry in its duration, generously: a corrupt counter must not
 * enter sums that are retained for years, and a real burst must not be lost.
 */
export function exceedsInterface(
  { out, row }: { readonly out: DataView; readonly row: number },
  bytes: number,
  bandwidths: Bandwidths,
): boolean {
  const durationMs = uint64(out, row + offset.last) - uint64(out, row + offset.first);
  const spanMs = (durationMs > 0 ? durationMs : UNKNOWN_DURATION_MS) + SLACK_MS;
  const carried = (speedBps(out, row, bandwidths) * spanMs) / 8_000;
  return bytes > carried + out.getUint32(row + offset.sampling, true) * SAMPLED_PACKETS * MAX_PACKET_BYTES;
}
