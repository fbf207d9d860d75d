import type { AddressRange } from '../application/address-range.ts';
import type { Bind } from '../kpi/bindings.ts';
import { addressNumberSql, numberedLimits, type NumberedRange } from './address-limits.ts';

/** Numbers of countries (`countryNumber`) are below 2,048: 53 bits are left for the first 56 of an IPv6 network. */
const COUNTRY_BITS = 11n;

/** Addresses of a country; 0: of none. */
export interface CountryRange extends AddressRange {
  readonly country: number;
}

function* numbered(ranges: Iterable<CountryRange>): Generator<NumberedRange> {
  for (const { country: number, ...range } of ranges) yield { ...range, number };
}

/** The sorted limits of the countries of ranges; one within another one decides for its part. */
export const countryLimits = (ranges: Iterable<CountryRange>): BigUint64Array =>
  numberedLimits(numbered(ranges), COUNTRY_BITS);

/** SQL of the number of the country of an address by the limits of an edition; 0: none. */
export const addressCountrySql = (column: string, edition: string, bind: Bind): string =>
  addressNumberSql(column, bind('countries', 'UInt64', edition), COUNTRY_BITS);
