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

/** MPLS label stack (RFC 3032 §2.1): the first octet after the bottom label identifies the payload (RFC 4928 §3). */
function skipMplsLabels(cursor: PacketCursor): number {
  for (let labels = 0; labels < MAX_STACKED && remaining(cursor) >= 4; labels += 1) {
    if (cursor.mplsLabel === 0) cursor.mplsLabel = cursor.view.getUint32(cursor.at) >>> 12;
    const bottom = (cursor.view.getUint8(cursor.at + 2) & 1) === 1;
    cursor.at += 4;
    if (bottom) return versionAt(cursor);
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

/** Moves the cursor past an Ethernet header. Returns the IP version that follows, 0 if none. */
export function skipEthernet(cursor: PacketCursor): number {
  cursor.at += 12;
  let type = skipVlanTags(cursor);
  if (type < MIN_ETHERTYPE) type = skipSnap(cursor);
  if (type === ETHERTYPE_IPV4) return 4;
  if (type === ETHERTYPE_IPV6) return 6;
  if (mplsTypes.has(type)) return skipMplsLabels(cursor);
  return type === ETHERTYPE_PPPOE_SESSION ? skipPppoe(cursor) : 0;
}

/**
 * Moves the cursor to the outermost IP header of a sampled packet. Returns its IP version, 0 if the packet is not IP
 * (ARP, pseudowire, a link layer other than Ethernet) or truncated.
 */
export function findIp(cursor: PacketCursor, headerProtocol: number): number {
  if (headerProtocol === ETHERNET) return skipEthernet(cursor);
  if (headerProtocol === IPV4) return 4;
  if (headerProtocol === IPV6) return 6;
  return headerProtocol === MPLS ? skipMplsLabels(cursor) : 0;
}
