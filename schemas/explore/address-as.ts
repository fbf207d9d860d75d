import type { AddressRange } from '../application/address-range.ts';
import type { Bind } from '../kpi/bindings.ts';
import { addressCountries } from '../table/stream/address-countries.ts';
import { addressNumberSql, numberedLimits, type NumberedRange } from './address-limits.ts';

/**
 * 45 bits are left for the first 48 of an IPv6 network, the longest that is announced, and for all IPv4 addresses. 19 bits do not have AS
 * numbers: they have the place of the number in a list of those that occur.
 */
const PLACE_BITS = 19n;
export const MOST_SYSTEMS = 2 ** Number(PLACE_BITS) - 1;
const NUMBER_BITS = 32n;

/** Addresses of an autonomous system. */
export interface AsRange extends AddressRange {
  readonly asn: number;
}

/** AS numbers of addresses as they are stored. */
export interface AsLimits {
  /** Limits with places in `numbers`. */
  readonly limits: BigUint64Array;
  /** The AS numbers that occur, each behind its place; the first place is none. */
  readonly numbers: BigUint64Array;
}

/** The editions of both lists in the store. */
export interface AsEditions {
  readonly limits: string;
  readonly numbers: string;
}

/** The limits of the autonomous systems of ranges; a range within another one decides for its part. Throws for more systems than there are. */
export function asLimits(ranges: Iterable<AsRange>): AsLimits {
  const places = new Map<number, number>([[0, 0]]);
  const numbered: NumberedRange[] = [];
  for (const { asn, ...range } of ranges) {
    const place = places.get(asn) ?? places.size;
    if (place > MOST_SYSTEMS) throw new Error(`more than ${String(MOST_SYSTEMS)} autonomous systems`);
    places.set(asn, place);
    numbered.push({ ...range, number: place });
  }
  return {
    limits: numberedLimits(numbered, PLACE_BITS),
    numbers: BigUint64Array.from(places, ([asn, place]) => (BigInt(place) << NUMBER_BITS) | BigInt(asn)),
  };
}

/** SQL of the AS number of an address by stored limits; 0: none. Rows of two servers that stored one file are the same. */
export function addressAsSql(column: string, editions: AsEditions, bind: Bind): string {
  const place = addressNumberSql(column, bind('asLimits', 'UInt64', editions.limits), PLACE_BITS);
  const numbers = `(SELECT groupArray(toUInt32(bitAnd(boundary, toUInt64(4294967295)))) FROM (SELECT DISTINCT boundary FROM ${addressCountries.name} WHERE edition = ${bind('asNumbers', 'UInt64', editions.numbers)} ORDER BY boundary))`;
  return `arrayElement(${numbers}, ${place} + 1)`;
}
