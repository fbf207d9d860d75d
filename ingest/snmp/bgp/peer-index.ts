import { canonicalAddress } from '#schemas/address/address.ts';

/** InetAddressType (RFC 4001) and the length of its addresses. */
const addressArcs: ReadonlyMap<number, number> = new Map([
  [1, 4],
  [2, 16],
]);

/** A BGP peer as the index of its row names it. */
export interface PeerIndex {
  /** Canonical. */
  readonly address: string;
  /** Routing instance; 0 where the table has none. */
  readonly instance: number;
}

const isOctet = (arc: number): boolean => Number.isInteger(arc) && arc >= 0 && arc <= 255;

function addressOf(arcs: readonly number[]): string | undefined {
  if (!arcs.every(isOctet)) return undefined;
  if (arcs.length === 4) return canonicalAddress(arcs.join('.'));
  const hex = Buffer.from(arcs).toString('hex');
  return canonicalAddress((hex.match(/.{4}/g) ?? []).join(':'));
}

const arcsOf = (index: string): readonly number[] => index.split('.').map(Number);

/** An address of a type at a position, and the position behind it. */
function typedAddress(
  arcs: readonly number[],
  at: number,
  hasLength: boolean,
): { readonly address: string; readonly end: number } | undefined {
  const length = addressArcs.get(arcs[at] ?? 0);
  if (length === undefined) return undefined;
  if (hasLength && arcs[at + 1] !== length) return undefined;
  const from = at + (hasLength ? 2 : 1);
  const address = addressOf(arcs.slice(from, from + length));
  return address === undefined || arcs.length < from + length ? undefined : { address, end: from + length };
}

const indexedAddress = (
  arcs: readonly number[],
  found: { readonly address: string; readonly end: number } | undefined,
): string | undefined => (found?.end === arcs.length ? found.address : undefined);

const at = (address: string | undefined, instance: number): PeerIndex | undefined =>
  address === undefined ? undefined : { address, instance };

/** How the tables of peers are indexed. Each returns undefined for a malformed index. */
export const peerIndexes = {
  /** bgpPeerRemoteAddr (RFC 4273). */
  address: (index) => {
    const arcs = arcsOf(index);
    return at(arcs.length === 4 ? addressOf(arcs) : undefined, 0);
  },
  /** cbgpPeer2Type, cbgpPeer2RemoteAddr: type, length, address. */
  typed: (index) => {
    const arcs = arcsOf(index);
    return at(indexedAddress(arcs, typedAddress(arcs, 0, true)), 0);
  },
  /** aristaBgp4V2PeerInstance, RemoteAddrType, RemoteAddr: instance, type, length, address. */
  instanced: (index) => {
    const arcs = arcsOf(index);
    return at(indexedAddress(arcs, typedAddress(arcs, 1, true)), arcs[0] ?? 0);
  },
  /** jnxBgpM2PeerRoutingInstance, local type and address, remote type and address, without lengths. */
  local: (index) => {
    const arcs = arcsOf(index);
    const own = typedAddress(arcs, 1, false);
    return at(own && indexedAddress(arcs, typedAddress(arcs, own.end, false)), arcs[0] ?? 0);
  },
} as const satisfies Record<string, (index: string) => PeerIndex | undefined>;
export type PeerIndexing = keyof typeof peerIndexes;
