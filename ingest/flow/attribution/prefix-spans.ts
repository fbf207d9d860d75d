export interface SitePrefix {
  readonly start: bigint;
  readonly bits: number;
  readonly site: number;
}

/** Addresses from `start` up to the next span belong to the site; 0 means none. */
interface SiteSpan {
  readonly start: bigint;
  readonly site: number;
}

/** If two sites have the same prefix, the lower id wins, regardless of inventory order. */
function sortPrefixes(prefixes: readonly SitePrefix[]): readonly SitePrefix[] {
  const order = (one: SitePrefix, other: SitePrefix): number => {
    if (one.start !== other.start) return one.start < other.start ? -1 : 1;
    return one.bits - other.bits || other.site - one.site;
  };
  return prefixes.toSorted(order);
}

/**
 * Flattens nested networks into consecutive spans with the longest prefix in force, so that one binary search finds an
 * address for any number of prefix lengths. `width` is the address length in bits.
 */
export function prefixSpans(prefixes: readonly SitePrefix[], width: 32 | 128): readonly SiteSpan[] {
  const sites = new Map<bigint, number>([[0n, 0]]);
  const enclosing: { readonly end: bigint; readonly site: number }[] = [];
  const closeUntil = (before: bigint): void => {
    for (let inner = enclosing.at(-1); inner !== undefined && inner.end <= before; inner = enclosing.at(-1)) {
      enclosing.pop();
      sites.set(inner.end, enclosing.at(-1)?.site ?? 0);
    }
  };
  for (const { start, bits, site } of sortPrefixes(prefixes)) {
    closeUntil(start);
    enclosing.push({ end: start + (1n << BigInt(width - bits)), site });
    sites.set(start, site);
  }
  const end = 1n << BigInt(width);
  closeUntil(end);
  sites.delete(end);
  return [...sites]
    .map(([start, site]) => ({ start, site }))
    .sort((one, other) => (one.start < other.start ? -1 : 1));
}
