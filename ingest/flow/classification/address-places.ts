import type { InSteps } from '#platform/clock/interruptibly.ts';
import { byAddressV4, byAddressV6 } from './matters.ts';
import type { Rules } from './matters.ts';
import type { RuleSets } from './rule-sets.ts';

const V4_PREFIX = 0xffff;

/** Index of the last start that is not above the key, and one more. */
function stretchV4(starts: Uint32Array, key: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function stretchV6(starts: BigUint64Array, upper: bigint, lower: bigint): number {
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

/** Place of the rules that name an address or none: 16 bytes of a view in network order, IPv4 mapped. */
export function* addressPlaces(
  sets: RuleSets,
  rules: Rules,
): InSteps<(view: DataView, at: number) => number> {
  const v4 = yield* byAddressV4(sets, rules);
  const v6 = yield* byAddressV6(sets, rules);
  return (view, at) => {
    if (view.getUint32(at + 8) === V4_PREFIX && view.getUint32(at) === 0 && view.getUint32(at + 4) === 0)
      return v4.places[stretchV4(v4.starts, view.getUint32(at + 12))] ?? 0;
    if (v6.starts.length === 0) return v6.places[0] ?? 0;
    return v6.places[stretchV6(v6.starts, view.getBigUint64(at), view.getBigUint64(at + 8))] ?? 0;
  };
}
