import { addressBytes } from '../attribution/address.ts';

/** Magic of a capture with microsecond timestamps, version 2.4 (draft-ietf-opsawg-pcap §4). */
const MAGIC = 0xa1_b2_c3_d4;
/** Packets start with their IPv4 or IPv6 header. */
const LINKTYPE_RAW = 101;
const SNAP_LENGTH = 65_535;
const UDP = 17;
const V4_BYTES = 20;
const V6_BYTES = 40;
const UDP_BYTES = 8;
const HOPS = 64;

/** File header of a capture. */
export function pcapHeader(): Uint8Array {
  const bytes = new Uint8Array(24);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, SNAP_LENGTH, true);
  view.setUint32(20, LINKTYPE_RAW, true);
  return bytes;
}

export interface CapturedDatagram {
  readonly payload: Uint8Array;
  /** Text form. The collector is written as the loopback address of the same family. */
  readonly sender: string;
  readonly port: number;
  readonly atMs: number;
}

/** RFC 1071. */
function checksum(view: DataView, at: number, length: number): number {
  let sum = 0;
  for (let offset = 0; offset < length; offset += 2) sum += view.getUint16(at + offset);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

function writeV4(view: DataView, at: number, { sender, length }: { sender: string; length: number }): void {
  view.setUint8(at, 0x45);
  view.setUint16(at + 2, V4_BYTES + length);
  view.setUint8(at + 8, HOPS);
  view.setUint8(at + 9, UDP);
  const bytes = new Uint8Array(view.buffer);
  bytes.set(addressBytes(sender).subarray(12), at + 12);
  bytes.set([127, 0, 0, 1], at + 16);
  view.setUint16(at + 10, checksum(view, at, V4_BYTES));
}

function writeV6(view: DataView, at: number, { sender, length }: { sender: string; length: number }): void {
  view.setUint8(at, 0x60);
  view.setUint16(at + 4, length);
  view.setUint8(at + 6, UDP);
  view.setUint8(at + 7, HOPS);
  const bytes = new Uint8Array(view.buffer);
  bytes.set(addressBytes(sender), at + 8);
  bytes.set(addressBytes('::1'), at + 24);
}

/** A datagram as a packet record: record header, IP, UDP without checksum, payload. The sender's port is unknown. */
export function pcapPacket({ payload, sender, port, atMs }: CapturedDatagram): Uint8Array {
  const isV4 = !sender.includes(':');
  const ipBytes = isV4 ? V4_BYTES : V6_BYTES;
  const length = UDP_BYTES + payload.length;
  const bytes = new Uint8Array(16 + ipBytes + length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(atMs / 1_000), true);
  view.setUint32(4, (atMs % 1_000) * 1_000, true);
  view.setUint32(8, ipBytes + length, true);
  view.setUint32(12, ipBytes + length, true);
  if (isV4) writeV4(view, 16, { sender, length });
  else writeV6(view, 16, { sender, length });
  const udp = 16 + ipBytes;
  view.setUint16(udp, port);
  view.setUint16(udp + 2, port);
  view.setUint16(udp + 4, length);
  bytes.set(payload, udp + UDP_BYTES);
  return bytes;
}
