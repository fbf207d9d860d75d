import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';

const { offset } = layoutOf(flows);
/** Of a packet in a tunnel the outer one, as NetFlow counts it, or the one that it carries. */
export type Tunnels = 'outer' | 'inner';

const TWO_32 = 4_294_967_296;

/** The row that is written, and what of its packet other records of the sample need. One object for all samples: no garbage. */
export interface RowTarget {
  out: DataView;
  row: number;
  /** Length of the IP datagram, 0 while no record told of one. */
  ipBytes: number;
  /** Whether what stands behind the IP header that was read is the beginning of its payload: not so in a later fragment. */
  hasPayload: boolean;
  /** Which packet of a tunnel is the row. */
  tunnels: Tunnels;
}

/** The 16 cells of an address: IPv4 is mapped. */
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

/** An unsigned integer below 2^53. */
export function writeQuantity({ out, row }: RowTarget, column: number, value: number): void {
  // Written modulo 2^32 (ECMA-262, SetValueInBuffer).
  out.setUint32(row + column, value, true);
  out.setUint32(row + column + 4, value / TWO_32, true);
}

export function writePorts({ out, row }: RowTarget, source: number, destination: number): void {
  out.setUint16(row + offset.source_port, source, true);
  out.setUint16(row + offset.destination_port, destination, true);
}

/** Protocol and the traffic class octet (DSCP in its upper six bits). */
export function writeProtocol({ out, row }: RowTarget, protocol: number, trafficClass: number): void {
  out.setUint8(row + offset.protocol, protocol);
  out.setUint8(row + offset.dscp, trafficClass >> 2);
}
