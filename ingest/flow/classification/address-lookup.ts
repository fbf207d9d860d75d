import type { Steps } from '#platform/clock/steps.ts';
import { indexByAddressV4, indexByAddressV6, type Rules } from './rule-index.ts';
import type { RuleSets } from './rule-sets.ts';

const V4_PREFIX = 0xffff;

/** Number of starts that are not above the key. */
function searchV4(starts: Uint32Array, key: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function searchV6(starts: BigUint64Array, upper: bigint, lower: bigint): number {
  let low = 0;
  let high = starts.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = starts[2 * middle] ?? 0n;
    if (start < upper || (start === upper && (starts[2 * middle + 1] ?? 0n) <= lower)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns a lookup from an address (16 bytes of a view in network order, IPv4 mapped) to the rule set that matches it.
 */
export function* addressLookup(sets: RuleSets, rules: Rules): Steps<(view: DataView, at: number) => number> {
  const v4 = yield* indexByAddressV4(sets, rules);
  const v6 = yield* indexByAddressV6(sets, rules);
  return (view, at) => {
    if (view.getUint32(at + 8) === V4_PREFIX && view.getUint32(at) === 0 && view.getUint32(at + 4) === 0)
      return v4.offsets[searchV4(v4.starts, view.getUint32(at + 12))] ?? 0;
    if (v6.starts.length === 0) return v6.offsets[0] ?? 0;
    return v6.offsets[searchV6(v6.starts, view.getBigUint64(at), view.getBigUint64(at + 8))] ?? 0;
  };
}
