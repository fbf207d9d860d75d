import { isIPv4 } from 'node:net';
import type { SiteEntry } from '#schemas/inventory/snapshot.ts';
import type { SiteLookup } from '../template/record-context.ts';
import { addressBytes, v4Number } from './address.ts';

/** Addresses whose site is remembered; beyond it the memory starts anew. */
const REMEMBERED = 65_536;

interface Length<Key> {
  readonly bits: number;
  readonly sites: Map<Key, number>;
}

const maskV4 = (address: number, bits: number): number =>
  bits === 0 ? 0 : (address & (0xffff_ffff << (32 - bits))) >>> 0;

function maskV6(bytes: Uint8Array, bits: number): string {
  const masked = bytes.slice();
  for (let at = 0; at < 16; at += 1) {
    const kept = Math.min(Math.max(bits - at * 8, 0), 8);
    masked[at] = (masked[at] ?? 0) & ((0xff_00 >> kept) & 0xff);
  }
  return Buffer.from(masked).toString('latin1');
}

function add<Key>(
  lengths: Map<number, Map<Key, number>>,
  bits: number,
  [key, site]: readonly [Key, number],
): void {
  const sites = lengths.get(bits) ?? new Map<Key, number>();
  lengths.set(bits, sites);
  // Of two sites with the same prefix the one with the lower id counts, whatever the order of the inventory.
  sites.set(key, Math.min(sites.get(key) ?? site, site));
}

const longestFirst = <Key>(lengths: Map<number, Map<Key, number>>): readonly Length<Key>[] =>
  [...lengths].map(([bits, sites]) => ({ bits, sites })).sort((one, other) => other.bits - one.bits);

function find<Key>(lengths: readonly Length<Key>[], keyOf: (bits: number) => Key): number {
  for (const { bits, sites } of lengths) {
    const site = sites.get(keyOf(bits));
    if (site !== undefined) return site;
  }
  return 0;
}

/** The sites of one customer by longest prefix of their networks. */
export function siteTable(sites: Iterable<SiteEntry>): SiteLookup {
  const v4 = new Map<number, Map<number, number>>();
  const v6 = new Map<number, Map<string, number>>();
  for (const { id, networks } of sites)
    for (const network of networks) {
      const [address = '', length] = network.split('/');
      if (isIPv4(address)) {
        const bits = Number(length ?? 32);
        add(v4, bits, [maskV4(v4Number(address), bits), id]);
      } else {
        const bits = Number(length ?? 128);
        add(v6, bits, [maskV6(addressBytes(address), bits), id]);
      }
    }
  const lengthsV4 = longestFirst(v4);
  const lengthsV6 = longestFirst(v6);
  let remembered = new Map<number, number>();
  return {
    ofV4(address) {
      const known = remembered.get(address);
      if (known !== undefined) return known;
      const site = find(lengthsV4, (bits) => maskV4(address, bits));
      if (remembered.size >= REMEMBERED) remembered = new Map();
      remembered.set(address, site);
      return site;
    },
    ofV6(view, at) {
      if (lengthsV6.length === 0) return 0;
      const bytes = new Uint8Array(view.buffer, view.byteOffset + at, 16);
      return find(lengthsV6, (bits) => maskV6(bytes, bits));
    },
  };
}
