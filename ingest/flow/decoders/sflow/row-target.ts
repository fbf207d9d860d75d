import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import { TWO_32 } from '#schemas/number.ts';

const { offset } = layoutOf(flows);
/** Which packet of a tunnel counts: the outer one, as in NetFlow, or the inner one. */
export type Tunnels = 'outer' | 'inner';

/**
 * The row being written and packet fields that other records of the sample need. One object for all samples, to avoid
 * garbage.
 */
export interface RowTarget {
  out: DataView;
  row: number;
  /** IP length, 0 until a record provides it. */
  ipBytes: number;
  /** Whether the cursor is at the start of the IP payload, which a later fragment does not contain. */
  hasPayload: boolean;
  /** The IP header is one of SRv6: the packet inside counts, as behind MPLS labels. */
  isSegmentRouted: boolean;
  /** Which packet of a tunnel counts. */
  tunnels: Tunnels;
  /** The row needs the columns of `detailedFlows`. */
  isDetailed: boolean;
  /** The source user has a name: the destination user is not read. */
  isUserKnown: boolean;
}

/** Writes the 16 bytes of an address, IPv4 mapped. */
export function writeV4({ out, row }: RowTarget, column: number, address: number): void {
  out.setUint32(row + column, 0);
  out.setUint32(row + column + 4, 0);
  out.setUint32(row + column + 8, 0xffff);
  out.setUint32(row + column + 12, address);
}

export function writeV6(
  { out, row }: RowTarget,
  column: number,
  { view, at }: { readonly view: DataView; readonly at: number },
): void {
  for (let index = 0; index < 16; index += 4) out.setUint32(row + column + index, view.getUint32(at + index));
}

/** Writes an unsigned integer below 2^53. */
export function writeQuantity({ out, row }: RowTarget, column: number, value: number): void {
  // The store truncates modulo 2^32 (ECMA-262, SetValueInBuffer).
  out.setUint32(row + column, value, true);
  out.setUint32(row + column + 4, value / TWO_32, true);
}

export function writePorts({ out, row }: RowTarget, source: number, destination: number): void {
  out.setUint16(row + offset.source_port, source, true);
  out.setUint16(row + offset.destination_port, destination, true);
}

/** Writes protocol and DSCP (the upper six bits of the traffic class). */
export function writeProtocol({ out, row }: RowTarget, protocol: number, trafficClass: number): void {
  out.setUint8(row + offset.protocol, protocol);
  out.setUint8(row + offset.dscp, trafficClass >> 2);
}
