import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import type { Cursor } from './link-header.ts';
import { writePorts, writeProtocol, writeV4, writeV6, type RowTarget } from './row-target.ts';

const { offset } = layoutOf(flows);
const TCP = 6;
const ICMP = 1;
const ICMPV6 = 58;
/** TCP, UDP, DCCP, SCTP and UDP-Lite start with two ports. */
const protocolsWithPorts: ReadonlySet<number> = new Set([TCP, 17, 33, 132, 136]);

/** IPv6 extension headers (RFC 8200 §4) that are skipped. */
const FRAGMENT = 44;
const AUTHENTICATION = 51;
const ROUTING = 43;
/** Routing type of segment routing (RFC 8754 §2). */
const SEGMENT_ROUTING = 4;
const optionLike: ReadonlySet<number> = new Set([0, 43, 60, 135, 139, 140]);
const MAX_EXTENSIONS = 16;

/** Reads ports, TCP flags, or ICMP type and code as the destination port like NetFlow. Truncated fields stay 0. */
function readTransport({ view, at, end }: Cursor, protocol: number, target: RowTarget): void {
  if (protocol === ICMP || protocol === ICMPV6) {
    if (end - at >= 2) writePorts(target, 0, view.getUint16(at));
    return;
  }
  if (!protocolsWithPorts.has(protocol) || end - at < 4) return;
  writePorts(target, view.getUint16(at), view.getUint16(at + 2));
  if (protocol === TCP && end - at >= 14)
    target.out.setUint16(target.row + offset.tcp_flags, view.getUint16(at + 12) & 0x01_ff, true);
}

/** IPv4 (RFC 791 §3.1). Only the first fragment has ports. Returns false if the header is truncated or invalid. */
function readIpv4(cursor: Cursor, target: RowTarget): boolean {
  const { view, at, end } = cursor;
  if (end - at < 20) return false;
  const first = view.getUint8(at);
  const headerBytes = (first & 15) * 4;
  if (first >> 4 !== 4 || headerBytes < 20) return false;
  const protocol = view.getUint8(at + 9);
  writeProtocol(target, protocol, view.getUint8(at + 1));
  writeV4(target, offset.source, view.getUint32(at + 12));
  writeV4(target, offset.destination, view.getUint32(at + 16));
  target.ipBytes = view.getUint16(at + 2);
  target.isSegmentRouted = false;
  cursor.at += headerBytes;
  target.hasPayload = (view.getUint16(at + 6) & 0x1f_ff) === 0;
  if (target.hasPayload) readTransport(cursor, protocol, target);
  return true;
}

/** IPv4, IPv6 and Ethernet in IP. */
const carried: ReadonlySet<number> = new Set([4, 41, 143]);

/**
 * Whether an address is a segment of SRv6, which has no header of its own if there is one segment only (RFC 8986 §5.2): of
 * the prefix for segments (RFC 9602), of unique local addresses, or without a host part, as no end of a tunnel is.
 */
const isSegment = (view: DataView, at: number): boolean =>
  view.getUint16(at) === 0x5f_00 || (view.getUint8(at) & 0xfe) === 0xfc || view.getUint32(at + 12) === 0;

/** Skips extension headers. Returns the protocol after them, or its bitwise complement for a later fragment. */
function skipExtensions(cursor: Cursor, nextHeader: number, target: RowTarget): number {
  const { view, end } = cursor;
  let protocol = nextHeader;
  for (let count = 0; count < MAX_EXTENSIONS && end - cursor.at >= 8; count += 1) {
    const { at } = cursor;
    if (protocol === FRAGMENT) {
      protocol = view.getUint8(at);
      cursor.at += 8;
      if ((view.getUint16(at + 2) & 0xff_f8) !== 0) return ~protocol;
    } else if (optionLike.has(protocol) || protocol === AUTHENTICATION) {
      const length = view.getUint8(at + 1);
      if (protocol === ROUTING && view.getUint8(at + 2) === SEGMENT_ROUTING) target.isSegmentRouted = true;
      cursor.at += protocol === AUTHENTICATION ? (length + 2) * 4 : (length + 1) * 8;
      protocol = view.getUint8(at);
    } else break;
  }
  return protocol;
}

/**
 * IPv6 (RFC 8200 §3). A payload length of 0 is a jumbogram or segmentation offload: the caller uses the frame length.
 */
function readIpv6(cursor: Cursor, target: RowTarget): boolean {
  const { view, at, end } = cursor;
  if (end - at < 40 || view.getUint8(at) >> 4 !== 6) return false;
  writeV6(target, offset.source, { view, at: at + 8 });
  writeV6(target, offset.destination, { view, at: at + 24 });
  const payload = view.getUint16(at + 4);
  target.ipBytes = payload === 0 ? 0 : 40 + payload;
  const next = view.getUint8(at + 6);
  target.isSegmentRouted = carried.has(next) && isSegment(view, at + 24);
  cursor.at += 40;
  const found = skipExtensions(cursor, next, target);
  const protocol = found < 0 ? ~found : found;
  writeProtocol(target, protocol, (view.getUint16(at) >> 4) & 0xff);
  target.hasPayload = found >= 0;
  if (target.hasPayload) readTransport(cursor, protocol, target);
  return true;
}

/** Writes the IP header at the cursor into the row. Returns false if it is truncated or of another version. */
export const readIp = (cursor: Cursor, version: number, target: RowTarget): boolean =>
  version === 4 ? readIpv4(cursor, target) : version === 6 && readIpv6(cursor, target);
