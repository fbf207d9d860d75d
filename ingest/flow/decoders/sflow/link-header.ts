/** A forward cursor over bytes up to `end`. */
export interface Cursor {
  view: DataView;
  at: number;
  end: number;
}

/** A cursor over a packet, with what its link layer says. */
export interface PacketCursor extends Cursor {
  /** VLAN of the outermost tag and label at the top of the MPLS stack, 0 without one. */
  vlan: number;
  mplsLabel: number;
}

/** Values of `header_protocol` (sFlow version 5, "enum header_protocol"). */
export const ETHERNET = 1;
export const IPV4 = 11;
export const IPV6 = 12;
const MPLS = 13;

const ETHERTYPE_IPV4 = 0x08_00;
const ETHERTYPE_IPV6 = 0x86_dd;
const ETHERTYPE_PPPOE_SESSION = 0x88_64;
const vlanTags: ReadonlySet<number> = new Set([0x81_00, 0x88_a8, 0x91_00]);
const mplsTypes: ReadonlySet<number> = new Set([0x88_47, 0x88_48]);
/** The tag's lower twelve bits (IEEE 802.1Q). */
const VLAN_BITS = 0x0f_ff;
/** The VLAN of a tag, 0 for the reserved identifier of all ones (IEEE 802.1Q), with which sFlow says that it is unknown. */
export const vlanOf = (tag: number): number => ((tag & VLAN_BITS) === VLAN_BITS ? 0 : tag & VLAN_BITS);

/** More than any network stacks: deeper headers are not followed. */
const MAX_STACKED = 16;
/** IEEE 802.3: lower values are a length followed by an LLC header. */
const MIN_ETHERTYPE = 0x06_00;

const remaining = ({ at, end }: Cursor): number => end - at;

/** IP version from the upper half of the first octet, 0 if it is neither 4 nor 6. */
export function versionAt(cursor: Cursor): number {
  if (remaining(cursor) < 1) return 0;
  const version = cursor.view.getUint8(cursor.at) >> 4;
  return version === 4 || version === 6 ? version : 0;
}

/** Header of an Ethernet frame without tags. */
const ETHERNET_BYTES = 14;
/** Control word of a pseudowire; its first four bits are 0 (RFC 4385 §3). */
const CONTROL_WORD_BYTES = 4;

const frameTypes: ReadonlySet<number> = new Set([
  ETHERTYPE_IPV4,
  ETHERTYPE_IPV6,
  ETHERTYPE_PPPOE_SESSION,
  ...vlanTags,
  ...mplsTypes,
]);

/** Whether what reads as IPv4 may be a frame: where the frame has its type, IPv4 has the start of the source address. */
const mayBeFrame = (cursor: Cursor): boolean =>
  remaining(cursor) >= ETHERNET_BYTES && frameTypes.has(cursor.view.getUint16(cursor.at + 12));

/** Whether the IPv4 header at the cursor has the right checksum (RFC 1071). */
function isIpv4Sum({ view, at, end }: Cursor): boolean {
  const headerBytes = (view.getUint8(at) & 15) * 4;
  if (headerBytes < 20 || end - at < headerBytes) return false;
  let sum = 0;
  for (let offset = 0; offset < headerBytes; offset += 2) sum += view.getUint16(at + offset);
  return (sum & 0xff_ff) + (sum >>> 16) === 0xff_ff;
}

/**
 * Moves the cursor to the IP header of an Ethernet frame `skipped` octets ahead. Returns its version; 0 without one, and
 * then the cursor stays.
 */
function enterFrame(cursor: PacketCursor, skipped: number): number {
  const { at, vlan } = cursor;
  if (remaining(cursor) < skipped + ETHERNET_BYTES) return 0;
  cursor.at += skipped;
  const version = skipEthernet(cursor, true);
  if (version !== 0 && versionAt(cursor) === version) return version;
  cursor.at = at;
  cursor.vlan = vlan;
  return 0;
}

/** The same, where the frame carries IPv4 with the right checksum. */
function enterFrameWithSum(cursor: PacketCursor): number {
  const { at, vlan } = cursor;
  if (enterFrame(cursor, 0) === 4 && isIpv4Sum(cursor)) return 4;
  cursor.at = at;
  cursor.vlan = vlan;
  return 0;
}

/** A MAC address may start with 4 or 6 like IP: then the checksum of IPv4 decides. */
function ipOrFrame(cursor: PacketCursor, version: number): number {
  if (!mayBeFrame(cursor)) return version;
  if (version === 6) return enterFrameWithSum(cursor) || 6;
  return isIpv4Sum(cursor) ? 4 : enterFrame(cursor, 0) || 4;
}

/**
 * What follows the bottom label: IP by its version (RFC 4928 §3), or an Ethernet pseudowire (RFC 4448 §4), with a control
 * word or without.
 */
function skipToPayload(cursor: PacketCursor, isInner: boolean): number {
  const version = versionAt(cursor);
  if (isInner || remaining(cursor) < 1) return version;
  if (version !== 0) return ipOrFrame(cursor, version);
  const hasControlWord = cursor.view.getUint8(cursor.at) >> 4 === 0;
  return (hasControlWord ? enterFrame(cursor, CONTROL_WORD_BYTES) : 0) || enterFrame(cursor, 0);
}

/** MPLS label stack (RFC 3032 §2.1). */
function skipMplsLabels(cursor: PacketCursor, isInner = false): number {
  for (let labels = 0; labels < MAX_STACKED && remaining(cursor) >= 4; labels += 1) {
    if (cursor.mplsLabel === 0) cursor.mplsLabel = cursor.view.getUint32(cursor.at) >>> 12;
    const bottom = (cursor.view.getUint8(cursor.at + 2) & 1) === 1;
    cursor.at += 4;
    if (bottom) return skipToPayload(cursor, isInner);
  }
  return 0;
}

/** Ethernet type after all VLAN tags (IEEE 802.1Q, 802.1ad), 0 if truncated. */
function skipVlanTags(cursor: PacketCursor): number {
  for (let tags = 0; tags < MAX_STACKED && remaining(cursor) >= 2; tags += 1) {
    const type = cursor.view.getUint16(cursor.at);
    cursor.at += 2;
    if (!vlanTags.has(type)) return type;
    if (cursor.vlan === 0 && remaining(cursor) >= 2) cursor.vlan = vlanOf(cursor.view.getUint16(cursor.at));
    cursor.at += 2;
  }
  return 0;
}

/** LLC with SNAP (RFC 1042): the Ethernet type follows six octets. */
function skipSnap(cursor: Cursor): number {
  if (remaining(cursor) < 8 || cursor.view.getUint32(cursor.at) !== 0xaa_aa_03_00) return 0;
  cursor.at += 8;
  return cursor.view.getUint16(cursor.at - 2);
}

/** PPPoE session (RFC 2516 §4): six octets, then the PPP protocol. */
function skipPppoe(cursor: Cursor): number {
  if (remaining(cursor) < 8) return 0;
  cursor.at += 8;
  const protocol = cursor.view.getUint16(cursor.at - 2);
  return protocol === 0x00_21 || protocol === 0x00_57 ? versionAt(cursor) : 0;
}

/**
 * Moves the cursor past an Ethernet header. Returns the IP version that follows, 0 if none. A frame inside of a
 * pseudowire (`isInner`) is not searched for another one: forged frames could nest them without end.
 */
export function skipEthernet(cursor: PacketCursor, isInner = false): number {
  cursor.at += 12;
  let type = skipVlanTags(cursor);
  if (type < MIN_ETHERTYPE) type = skipSnap(cursor);
  if (type === ETHERTYPE_IPV4) return 4;
  if (type === ETHERTYPE_IPV6) return 6;
  if (mplsTypes.has(type)) return skipMplsLabels(cursor, isInner);
  return type === ETHERTYPE_PPPOE_SESSION ? skipPppoe(cursor) : 0;
}

/**
 * Moves the cursor to the outermost IP header of a sampled packet. Returns its IP version, 0 if the packet is not IP
 * (ARP, a pseudowire without IP, a link layer other than Ethernet) or truncated.
 */
export function findIp(cursor: PacketCursor, headerProtocol: number): number {
  if (headerProtocol === ETHERNET) return skipEthernet(cursor);
  if (headerProtocol === IPV4) return 4;
  if (headerProtocol === IPV6) return 6;
  return headerProtocol === MPLS ? skipMplsLabels(cursor) : 0;
}
