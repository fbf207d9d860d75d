import { isIPv4 } from 'node:net';
import type { SiteEntry } from '#schemas/inventory/snapshot.ts';
import type { SiteLookup } from '../template/record-context.ts';
import { addressBytes, v4Number } from './address.ts';
import { prefixSpans, type SitePrefix } from './prefix-spans.ts';
import { siteAt } from './site-at.ts';

const WORDS_V6 = 4;

const v6Number = (address: string): bigint =>
  BigInt(`0x${Buffer.from(addressBytes(address)).toString('hex')}`);

/** Clears the host bits of an address. */
const startOf = (address: bigint, free: number): bigint => (address >> BigInt(free)) << BigInt(free);

/** A site, or what else is found by its networks. */
type Networked = Pick<SiteEntry, 'id' | 'networks'>;

function prefixesOf(sites: Iterable<Networked>) {
  const v4: SitePrefix[] = [];
  const v6: SitePrefix[] = [];
  for (const { id, networks } of sites)
    for (const network of networks) {
      const [address = '', length] = network.split('/');
      const four = isIPv4(address);
      const width = four ? 32 : 128;
      const bits = Number(length ?? width);
      const number = four ? BigInt(v4Number(address)) : v6Number(address);
      (four ? v4 : v6).push({ start: startOf(number, width - bits), bits, site: id });
    }
  return { v4, v6 };
}

function lookupV4(prefixes: readonly SitePrefix[]): (address: number) => number {
  const spans = prefixSpans(prefixes, 32);
  const starts = Uint32Array.from(spans, ({ start }) => Number(start));
  const sites = Uint32Array.from(spans, ({ site }) => site);
  return (address) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] ?? 0) <= address) low = middle;
      else high = middle - 1;
    }
    return sites[low] ?? 0;
  };
}

function lookupV6(prefixes: readonly SitePrefix[]): (view: DataView, at: number) => number {
  if (prefixes.length === 0) return () => 0;
  const spans = prefixSpans(prefixes, 128);
  const words = ({ start }: { readonly start: bigint }): readonly number[] =>
    [96n, 64n, 32n, 0n].map((shift) => Number((start >> shift) & 0xffff_ffffn));
  const starts = Uint32Array.from(spans.flatMap(words));
  const sites = Uint32Array.from(spans, ({ site }) => site);
  /** Whether the span starts at or before the address in the view. */
  const isNotBehind = (span: number, view: DataView, at: number): boolean => {
    for (let word = 0; word < WORDS_V6; word += 1) {
      const difference = (starts[span * WORDS_V6 + word] ?? 0) - view.getUint32(at + word * 4);
      if (difference !== 0) return difference < 0;
    }
    return true;
  };
  return (view, at) => {
    let low = 0;
    let high = sites.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (isNotBehind(middle, view, at)) low = middle;
      else high = middle - 1;
    }
    return sites[low] ?? 0;
  };
}

/**
 * Longest-prefix match over the networks of a customer's sites. Nothing is cached, so forged addresses cost no more
 * than others.
 */
export function siteTable(sites: Iterable<Networked>): SiteLookup {
  const { v4, v6 } = prefixesOf(sites);
  const plain = { ofV4: lookupV4(v4), ofV6: lookupV6(v6) };
  // IPv6 elements may carry mapped IPv4 addresses (RFC 4291 §2.5.5.2).
  return { ...plain, ofV6: (view, at) => siteAt(plain, view, at) };
}
