/** A network with its site. */
export interface Prefix {
  readonly start: bigint;
  readonly bits: number;
  readonly site: number;
}

/** From `start` on, up to the next span, addresses belong to the site; 0: to none. */
interface Span {
  readonly start: bigint;
  readonly site: number;
}

/** Of two sites with the same prefix the one with the lower id counts, whatever the order of the inventory. */
function inOrder(prefixes: readonly Prefix[]): readonly Prefix[] {
  const order = (one: Prefix, other: Prefix): number => {
    if (one.start !== other.start) return one.start < other.start ? -1 : 1;
    return one.bits - other.bits || other.site - one.site;
  };
  return prefixes.toSorted(order);
}

/**
 * Networks that lie in each other become spans that follow each other, the longest prefix in force in each: an address is found
 * among them by halving, however many lengths of prefix there are. `width` is the length of an address in bits.
 */
export function prefixSpans(prefixes: readonly Prefix[], width: 32 | 128): readonly Span[] {
  const sites = new Map<bigint, number>([[0n, 0]]);
  const around: { readonly end: bigint; readonly site: number }[] = [];
  const leave = (before: bigint): void => {
    for (let inner = around.at(-1); inner !== undefined && inner.end <= before; inner = around.at(-1)) {
      around.pop();
      sites.set(inner.end, around.at(-1)?.site ?? 0);
    }
  };
  for (const { start, bits, site } of inOrder(prefixes)) {
    leave(start);
    around.push({ end: start + (1n << BigInt(width - bits)), site });
    sites.set(start, site);
  }
  const end = 1n << BigInt(width);
  leave(end);
  sites.delete(end);
  return [...sites]
    .map(([start, site]) => ({ start, site }))
    .sort((one, other) => (one.start < other.start ? -1 : 1));
}
