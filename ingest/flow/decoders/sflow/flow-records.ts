import { layoutOf } from '#schemas/table/layout.ts';
import { AS_PATH_BYTES, USER_BYTES, detailedFlows } from '#schemas/table/flows.ts';
import { emptyPacket, readPacket } from './packet.ts';
import { vlanOf, type Cursor } from './link-header.ts';
import { writePorts, writeProtocol, writeV4, writeV6, type RowTarget } from './row-target.ts';

const { offset } = layoutOf(detailedFlows);

/** Flow record formats (sFlow version 5, "Flow Data Types"). */
const RAW_HEADER = 1;
const SAMPLED_IPV4 = 3;
const SAMPLED_IPV6 = 4;
const SWITCH = 1001;
const ROUTER = 1002;
const GATEWAY = 1003;
const USER = 1004;
const NAT = 1007;
const ADDRESS_V4 = 1;
const ADDRESS_V6 = 2;

const HEADER_BYTES = 16;
const packet = emptyPacket();

/** `sampled_header`: protocol, frame length, octets stripped, header. Returns false if it is truncated. */
function readRawHeader({ view, at, end }: Cursor, target: RowTarget): boolean {
  if (end - at < HEADER_BYTES) return false;
  const headerBytes = view.getUint32(at + 12);
  if (headerBytes > end - at - HEADER_BYTES) return false;
  packet.view = view;
  packet.at = at + HEADER_BYTES;
  packet.end = packet.at + headerBytes;
  readPacket(
    packet,
    { protocol: view.getUint32(at), bytes: view.getUint32(at + 4), stripped: view.getUint32(at + 8) },
    target,
  );
  return true;
}

/** Common tail of `sampled_ipv4` and `sampled_ipv6` after the addresses: ports and flags. */
function readTail(view: DataView, at: number, target: RowTarget): void {
  writePorts(target, view.getUint32(at) & 0xffff, view.getUint32(at + 4) & 0xffff);
  target.out.setUint16(target.row + offset.tcp_flags, view.getUint32(at + 8) & 0x01_ff, true);
}

function readSampledIpv4({ view, at, end }: Cursor, target: RowTarget): boolean {
  if (end - at < 32) return false;
  // The packet header carries the same and more.
  if (target.ipBytes > 0) return true;
  target.ipBytes = view.getUint32(at) & 0xffff;
  writeProtocol(target, view.getUint32(at + 4) & 0xff, view.getUint32(at + 28) & 0xff);
  writeV4(target, offset.source, view.getUint32(at + 8));
  writeV4(target, offset.destination, view.getUint32(at + 12));
  readTail(view, at + 16, target);
  return true;
}

function readSampledIpv6({ view, at, end }: Cursor, target: RowTarget): boolean {
  if (end - at < 56) return false;
  if (target.ipBytes > 0) return true;
  target.ipBytes = view.getUint32(at) & 0xffff;
  writeProtocol(target, view.getUint32(at + 4) & 0xff, view.getUint32(at + 52) & 0xff);
  writeV6(target, offset.source, { view, at: at + 8 });
  writeV6(target, offset.destination, { view, at: at + 24 });
  readTail(view, at + 40, target);
  return true;
}

/** Reads type and address into a column, into none if it is negative. Returns its end, -1 if it is truncated. */
function readAddress({ view, at, end }: Cursor, target: RowTarget, column: number): number {
  if (end - at < 4) return -1;
  const type = view.getUint32(at);
  const bytes = type === ADDRESS_V4 ? 4 : type === ADDRESS_V6 ? 16 : 0;
  if (end - at < 4 + bytes) return -1;
  if (column >= 0 && type === ADDRESS_V4) writeV4(target, column, view.getUint32(at + 4));
  if (column >= 0 && type === ADDRESS_V6) writeV6(target, column, { view, at: at + 4 });
  return at + 4 + bytes;
}

/** `next_hop` of router and gateway. Returns its end, -1 if it is truncated. */
const readNextHop = (cursor: Cursor, target: RowTarget, desired: boolean): number =>
  readAddress(cursor, target, desired ? offset.next_hop : -1);

/**
 * Writes the first numbers of an AS path. Returns the last, the destination AS; 0 if the path is empty (the device's own
 * AS), -1 if it is truncated.
 */
function readPath(
  view: DataView,
  span: { readonly at: number; readonly end: number },
  target: RowTarget,
): number {
  const { end } = span;
  if (end - span.at < 4) return -1;
  const segments = view.getUint32(span.at);
  let at = span.at + 4;
  let last = 0;
  let cell = 0;
  for (let segment = 0; segment < segments; segment += 1) {
    if (end - at < 8) return -1;
    const count = view.getUint32(at + 4);
    at += 8;
    if (count > (end - at) / 4) return -1;
    for (const next = at + count * 4; at < next; at += 4) {
      last = view.getUint32(at);
      if (cell < AS_PATH_BYTES) target.out.setUint32(target.row + offset.as_path + cell, last, true);
      cell += 4;
    }
  }
  return last;
}

/** `extended_gateway`. The BGP next hop counts only if no router record provided a nearer one. */
function readGateway(cursor: Cursor, target: RowTarget): boolean {
  const { view, end } = cursor;
  const { out, row } = target;
  const at = readNextHop(cursor, target, out.getUint32(row + offset.next_hop + 8) === 0);
  if (at < 0 || end - at < 12) return false;
  target.isDetailed = true;
  out.setUint32(row + offset.own_as, view.getUint32(at), true);
  out.setUint32(row + offset.source_as, view.getUint32(at + 4), true);
  const destination = readPath(view, { at: at + 12, end }, target);
  if (destination > 0) out.setUint32(row + offset.destination_as, destination, true);
  return destination >= 0;
}

/** `extended_switch`: VLAN and priority of both sides. */
function readSwitch({ view, at, end }: Cursor, { out, row }: RowTarget): boolean {
  if (end - at < 16) return false;
  out.setUint16(row + offset.vlan, vlanOf(view.getUint32(at)), true);
  out.setUint16(row + offset.post_vlan, vlanOf(view.getUint32(at + 8)), true);
  return true;
}

/** `extended_user`: character set and name of the source user, then of the destination user. */
function readUser({ view, at, end }: Cursor, target: RowTarget): boolean {
  let next = at;
  for (let side = 0; side < 2; side += 1) {
    const length = end - next < 8 ? Infinity : view.getUint32(next + 4);
    if (length > end - next - 8) return false;
    if (length > 0 && !target.isUserKnown) {
      target.isDetailed = true;
      target.isUserKnown = true;
      for (let byte = 0; byte < Math.min(length, USER_BYTES); byte += 1)
        target.out.setUint8(target.row + offset.user + byte, view.getUint8(next + 8 + byte));
    }
    // XDR pads to four bytes (RFC 4506 §4.11).
    next += 8 + Math.ceil(length / 4) * 4;
  }
  return true;
}

/** `extended_nat`: source and destination address after translation. */
function readNat(cursor: Cursor, target: RowTarget): boolean {
  target.isDetailed = true;
  const at = readAddress(cursor, target, offset.post_nat_source);
  return at >= 0 && readAddress({ ...cursor, at }, target, offset.post_nat_destination) >= 0;
}

/**
 * Reads one flow record into the row of its sample. Records without a column (URL, MPLS, vendor formats) are skipped. Returns false if the record is shorter than its format.
 */
export function readFlowRecord(cursor: Cursor, format: number, target: RowTarget): boolean {
  switch (format) {
    case RAW_HEADER:
      return readRawHeader(cursor, target);
    case SAMPLED_IPV4:
      return readSampledIpv4(cursor, target);
    case SAMPLED_IPV6:
      return readSampledIpv6(cursor, target);
    case ROUTER:
      return readNextHop(cursor, target, true) >= 0;
    case GATEWAY:
      return readGateway(cursor, target);
    case SWITCH:
      return readSwitch(cursor, target);
    case USER:
      return readUser(cursor, target);
    case NAT:
      return readNat(cursor, target);
    default:
      return true;
  }
}
