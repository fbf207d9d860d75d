import { parseAddressRange, type AddressRange } from '../application/address-range.ts';
import { canonicalAddress } from '../address/address.ts';

/** The distinct addresses of ranges, in ascending order. */
export interface AddressList {
  readonly count: number;
  /** Returns the address at an index from 0 as text. */
  readonly at: (index: number) => string;
  readonly has: (address: string) => boolean;
}

/** In an IPv4 prefix, the first address is the network and the last the broadcast address (RFC 1122 §3.2.1.3), except in a /31. */
function hostsOf(text: string): AddressRange | undefined {
  const range = parseAddressRange(text);
  if (range === undefined || !text.includes('/') || range.family === 6) return range;
  return range.last - range.first < 3n ? range : { ...range, first: range.first + 1n, last: range.last - 1n };
}

const byPlace = (one: AddressRange, other: AddressRange): number =>
  one.family - other.family || Number(one.first - other.first > 0n) - Number(one.first - other.first < 0n);

/** Merges overlapping ranges. */
function merged(ranges: readonly AddressRange[]): readonly AddressRange[] {
  const result: AddressRange[] = [];
  for (const range of ranges.toSorted(byPlace)) {
    const before = result.at(-1);
    if (before?.family !== range.family || before.last + 1n < range.first) result.push(range);
    else result[result.length - 1] = { ...before, last: before.last > range.last ? before.last : range.last };
  }
  return result;
}

const sizeOf = ({ first, last }: AddressRange): bigint => last - first + 1n;

function textOf({ family }: AddressRange, value: bigint): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
  const groups = [7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n].map((group) =>
    ((value >> (group * 16n)) & 0xffffn).toString(16),
  );
  return canonicalAddress(groups.join(':')) ?? '';
}

/** Returns the number of distinct addresses in ranges; invalid ranges count as empty. */
export const addressCount = (texts: readonly string[]): bigint =>
  merged(texts.flatMap((text) => hostsOf(text) ?? [])).reduce((sum, range) => sum + sizeOf(range), 0n);

/** Returns the first and last address of each range, overlapping ranges merged. */
export const addressEnds = (texts: readonly string[]): readonly string[] =>
  merged(texts.flatMap((text) => hostsOf(text) ?? [])).flatMap((range) => [
    textOf(range, range.first),
    textOf(range, range.last),
  ]);

/** Returns all addresses of ranges such as `10.0.0.1`, `10.1.0.0/16` or `10.0.0.1-10.0.0.9`. */
export function addressList(texts: readonly string[]): AddressList {
  const ranges = merged(texts.flatMap((text) => hostsOf(text) ?? []));
  return {
    count: Number(ranges.reduce((sum, range) => sum + sizeOf(range), 0n)),
    at(index) {
      let left = BigInt(index);
      for (const range of ranges) {
        if (left < sizeOf(range)) return textOf(range, range.first + left);
        left -= sizeOf(range);
      }
      throw new RangeError(`there is no address ${String(index)}`);
    },
    has(address) {
      const place = parseAddressRange(address);
      return (
        place !== undefined &&
        ranges.some(
          ({ family, first, last }) => family === place.family && first <= place.first && place.first <= last,
        )
      );
    },
  };
}
