import { parseAddressRange } from '../application/address-range.ts';
import type { AddressRange } from '../application/address-range.ts';
import { canonicalAddress } from '../inventory/network-file-address.ts';

/** The addresses of ranges, each once, in their order. */
export interface AddressList {
  readonly count: number;
  /** The text of the address at a place from 0. */
  readonly at: (index: number) => string;
  readonly has: (address: string) => boolean;
}

/** Of an IPv4 prefix the first address is the network's, the last one the broadcast's (RFC 1122 §3.2.1.3); not of a /31. */
function hostsOf(text: string): AddressRange | undefined {
  const range = parseAddressRange(text);
  if (range === undefined || !text.includes('/') || range.family === 6) return range;
  return range.last - range.first < 3n ? range : { ...range, first: range.first + 1n, last: range.last - 1n };
}

const byPlace = (one: AddressRange, other: AddressRange): number =>
  one.family - other.family || Number(one.first - other.first > 0n) - Number(one.first - other.first < 0n);

/** Ranges that overlap become one. */
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

/** How many addresses the ranges name, overlaps counted once; a text that is no range names none. */
export const addressCount = (texts: readonly string[]): bigint =>
  merged(texts.flatMap((text) => hostsOf(text) ?? [])).reduce((sum, range) => sum + sizeOf(range), 0n);

/** The list of all addresses of ranges as `10.0.0.1`, `10.1.0.0/16` or `10.0.0.1-10.0.0.9`. */
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
