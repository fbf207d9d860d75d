import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import { readIp } from './ip-header.ts';
import { findIp } from './link-header.ts';
import type { Cursor } from './link-header.ts';
import { findInnerIp } from './tunnel.ts';
import { writePorts, writeProtocol, writeV4, writeV6 } from './row-target.ts';
import type { RowTarget } from './row-target.ts';

const { offset } = layoutOf(flows);

/** Flow record formats (sFlow version 5, "Flow Data Types"). */
const RAW_HEADER = 1;
const SAMPLED_IPV4 = 3;
const SAMPLED_IPV6 = 4;
const ROUTER = 1002;
const GATEWAY = 1003;
const ADDRESS_V4 = 1;
const ADDRESS_V6 = 2;

const packet: Cursor = { view: new DataView(new ArrayBuffer(0)), at: 0, end: 0 };

/** IP length of a frame without one: frame length minus link layer and octets stripped by the device (FCS). */
const frameRest = (frameBytes: number, stripped: number, linkBytes: number): number =>
  Math.max(frameBytes - stripped - linkBytes, 0);

/** Maximum depth of nested tunnels. */
const MAX_TUNNELS = 4;

/** Replaces the row by the innermost tunnelled packet that the sampled header contains. */
function readInner(target: RowTarget): void {
  const { out, row } = target;
  for (let depth = 0; depth < MAX_TUNNELS && target.hasPayload; depth += 1) {
    const version = findInnerIp(packet, out.getUint8(row + offset.protocol));
    const { ipBytes } = target;
    const [ports, flags] = [out.getUint32(row + offset.source_port), out.getUint16(row + offset.tcp_flags)];
    writePorts(target, 0, 0);
    out.setUint16(row + offset.tcp_flags, 0);
    if (version !== 0 && readIp(packet, version, target)) continue;
    target.ipBytes = ipBytes;
    out.setUint32(row + offset.source_port, ports);
    out.setUint16(row + offset.tcp_flags, flags);
    return;
  }
}

/** `sampled_header`: protocol, frame length, octets stripped, header. Returns false if it is truncated. */
function readRawHeader({ view, at, end }: Cursor, target: RowTarget): boolean {
  if (end - at < 16) return false;
  const headerBytes = view.getUint32(at + 12);
  if (headerBytes > end - at - 16) return false;
  packet.view = view;
  packet.at = at + 16;
  packet.end = packet.at + headerBytes;
  const version = findIp(packet, view.getUint32(at));
  const linkBytes = packet.at - at - 16;
  if (version === 0 || !readIp(packet, version, target)) return true;
  if (target.tunnels === 'inner') readInner(target);
  const rest = frameRest(view.getUint32(at + 4), view.getUint32(at + 8), linkBytes);
  // Segmentation offload leaves a length of 0; a length beyond the frame is forged or faulty.
  if (target.ipBytes === 0 || target.ipBytes > view.getUint32(at + 4)) target.ipBytes = rest;
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

/** `next_hop` of router and gateway: type and address. Returns its end, -1 if it is truncated. */
function readNextHop({ view, at, end }: Cursor, target: RowTarget, wanted: boolean): number {
  if (end - at < 4) return -1;
  const type = view.getUint32(at);
  const bytes = type === ADDRESS_V4 ? 4 : type === ADDRESS_V6 ? 16 : 0;
  if (end - at < 4 + bytes) return -1;
  if (wanted && type === ADDRESS_V4) writeV4(target, offset.next_hop, view.getUint32(at + 4));
  if (wanted && type === ADDRESS_V6) writeV6(target, offset.next_hop, { view, at: at + 4 });
  return at + 4 + bytes;
}

/** Destination AS: the last of the path. -1 if the path is truncated, 0 if it is empty (the device's own AS). */
function lastOfPath(view: DataView, from: number, end: number): number {
  if (end - from < 4) return -1;
  const segments = view.getUint32(from);
  let at = from + 4;
  let last = 0;
  for (let segment = 0; segment < segments; segment += 1) {
    if (end - at < 8) return -1;
    const count = view.getUint32(at + 4);
    at += 8;
    if (count > (end - at) / 4) return -1;
    at += count * 4;
    if (count > 0) last = view.getUint32(at - 4);
  }
  return last;
}

/** `extended_gateway`. The BGP next hop counts only if no router record provided a nearer one. */
function readGateway(cursor: Cursor, target: RowTarget): boolean {
  const { view, end } = cursor;
  const { out, row } = target;
  const at = readNextHop(cursor, target, out.getUint32(row + offset.next_hop + 8) === 0);
  if (at < 0 || end - at < 12) return false;
  out.setUint32(row + offset.source_as, view.getUint32(at + 4), true);
  const destination = lastOfPath(view, at + 12, end);
  if (destination > 0) out.setUint32(row + offset.destination_as, destination, true);
  return destination >= 0;
}

/**
 * Reads one flow record into the row of its sample. Records without a column (extended switch, user, URL, vendor
 * formats) are skipped. Returns false if the record is shorter than its format.
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
    default:
      return true;
  }
}
