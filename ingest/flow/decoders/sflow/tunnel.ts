import { skipEthernet, versionAt, type Cursor, type PacketCursor } from './link-header.ts';

const IP_IN_IP = 4;
const IPV6_IN_IP = 41;
const GRE = 47;
const UDP = 17;
/** Ethernet in SRv6 (RFC 8986 §9). */
const ETHERNET_IN_IP = 143;
const UDP_BYTES = 8;
/** VXLAN (RFC 7348 §5) and Linux's earlier port; GENEVE (RFC 8926 §3.4). */
const vxlanPorts: ReadonlySet<number> = new Set([4789, 8472]);
const GENEVE_PORT = 6081;
const ETHERTYPE_IPV4 = 0x08_00;
const ETHERTYPE_IPV6 = 0x86_dd;
const ETHERTYPE_BRIDGED = 0x65_58;

const remaining = ({ at, end }: Cursor): number => end - at;

/** IP version for the payload's Ethernet type, after the inner Ethernet header if there is one. */
function skipToIp(cursor: PacketCursor, type: number): number {
  if (type === ETHERTYPE_IPV4) return 4;
  if (type === ETHERTYPE_IPV6) return 6;
  return type === ETHERTYPE_BRIDGED && remaining(cursor) >= 14 ? skipEthernet(cursor) : 0;
}

/** GRE version 0 (RFC 2784 §2, RFC 2890 §2): checksum, key and sequence number add four octets each. */
function enterGre(cursor: PacketCursor): number {
  if (remaining(cursor) < 4) return 0;
  const flags = cursor.view.getUint16(cursor.at);
  if ((flags & 0x40_07) !== 0) return 0;
  const type = cursor.view.getUint16(cursor.at + 2);
  const optional = ((flags >> 15) & 1) + ((flags >> 13) & 1) + ((flags >> 12) & 1);
  cursor.at += 4 + optional * 4;
  return skipToIp(cursor, type);
}

/** VXLAN: eight octets with the I flag (a network identifier is present), then Ethernet. */
function enterVxlan(cursor: PacketCursor): number {
  if (remaining(cursor) < 22 || cursor.view.getUint8(cursor.at) !== 0x08) return 0;
  cursor.at += 8;
  return skipEthernet(cursor);
}

/** GENEVE: version 0, option length in words, Ethernet type of the payload. */
function enterGeneve(cursor: PacketCursor): number {
  if (remaining(cursor) < 8) return 0;
  const first = cursor.view.getUint8(cursor.at);
  if (first >> 6 !== 0) return 0;
  const type = cursor.view.getUint16(cursor.at + 2);
  cursor.at += 8 + (first & 0x3f) * 4;
  return skipToIp(cursor, type);
}

function enterUdp(cursor: PacketCursor): number {
  if (remaining(cursor) < UDP_BYTES) return 0;
  const port = cursor.view.getUint16(cursor.at + 2);
  cursor.at += UDP_BYTES;
  if (vxlanPorts.has(port)) return enterVxlan(cursor);
  return port === GENEVE_PORT ? enterGeneve(cursor) : 0;
}

/**
 * Moves the cursor from the payload of an IP header to the tunnelled IP header. Returns its version, 0 if the packet is
 * not a tunnel, is encrypted or truncated.
 */
export function findInnerIp(cursor: PacketCursor, protocol: number): number {
  if (protocol === IP_IN_IP || protocol === IPV6_IN_IP) return versionAt(cursor);
  if (protocol === GRE) return enterGre(cursor);
  if (protocol === ETHERNET_IN_IP) return remaining(cursor) >= 14 ? skipEthernet(cursor) : 0;
  return protocol === UDP ? enterUdp(cursor) : 0;
}
