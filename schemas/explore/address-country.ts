import type { AddressRange } from '../application/address-range.ts';
import { addressCountries } from '../table/stream/address-countries.ts';
import type { Bind } from '../kpi/bindings.ts';

/**
 * Countries of addresses as sorted limits of 64 bits (docs/adr/0113-countries-of-addresses.md): the upper bits are the first 56 bits of
 * an IPv6 network without the three that all global ones begin with, the lower eleven the number of the country from there on. An IPv4
 * address is that of its 6to4 network (RFC 3056), whose addresses it has.
 */
const COUNTRY_BITS = 11n;
const LEADING_BITS = 3n;
const GLOBAL = 1n;
const SIX_TO_FOUR = 0x20_02n;
const LOW = (1n << COUNTRY_BITS) - 1n;
const U64 = (1n << 64n) - 1n;
const NETWORK_BITS = 56n;

/** Addresses of a country; 0: of none. */
export interface CountryRange extends AddressRange {
  readonly country: number;
}

/** The first 64 bits of the IPv6 network that stands for an address. */
const upperOf = ({ family }: AddressRange, address: bigint): bigint =>
  family === 4 ? (SIX_TO_FOUR << 48n) | (address << 16n) : address >> 64n;

const isGlobal = (upper: bigint): boolean => upper >> 61n === GLOBAL;

const limitOf = (upper: bigint, country: number): bigint =>
  ((upper << LEADING_BITS) & U64 & ~LOW) | BigInt(country);

/** A range as networks of at least /56; undefined: it lies outside of global addresses, or begins within such a network. */
function spanOf(range: CountryRange) {
  const from = upperOf(range, range.first);
  const to = upperOf(range, range.last);
  if (!isGlobal(from) || !isGlobal(to)) return undefined;
  const step = 1n << (64n - NETWORK_BITS);
  if (range.family === 6 && (from % step !== 0n || range.first % (1n << 64n) !== 0n)) return undefined;
  // The last IPv4 address has 16 bits behind it.
  const last = range.family === 4 ? to | 0xff_ffn : to | (step - 1n);
  return { from, last, country: range.country };
}

/** The sorted limits of ranges; one within another one decides for its part. */
export function countryLimits(ranges: Iterable<CountryRange>): BigUint64Array {
  const spans = [...ranges].flatMap((range) => spanOf(range) ?? []);
  spans.sort((one, other) =>
    one.from === other.from
      ? one.last < other.last
        ? 1
        : one.last > other.last
          ? -1
          : 0
      : one.from < other.from
        ? -1
        : 1,
  );
  const limits: bigint[] = [0n];
  const around: { readonly last: bigint; readonly country: number }[] = [];
  const put = (upper: bigint, country: number): void => {
    const limit = limitOf(upper, country);
    const before = limits.at(-1) ?? 0n;
    // A limit at the same place replaces the one before; one of the same country is left out.
    if (before >> COUNTRY_BITS === limit >> COUNTRY_BITS) limits.pop();
    if (((limits.at(-1) ?? 0n) & LOW) !== BigInt(country)) limits.push(limit);
  };
  const closeUntil = (upper: bigint): void => {
    for (let inner = around.at(-1); inner !== undefined && inner.last < upper; inner = around.at(-1)) {
      around.pop();
      const next = inner.last + 1n;
      // What begins right behind follows by itself.
      if (isGlobal(next)) put(next, around.at(-1)?.country ?? 0);
    }
  };
  for (const { from, last, country } of spans) {
    closeUntil(from);
    put(from, country);
    around.push({ last, country });
  }
  closeUntil(U64);
  return BigUint64Array.from(
    limits[0] === undefined || limits[0] >> COUNTRY_BITS > 0n ? [0n, ...limits] : limits,
  );
}

/** The stored limits of an edition of the file. */
const limitsSql = (edition: string): string =>
  `(SELECT arrayPushFront(groupArray(boundary), toUInt64(0)) FROM (SELECT boundary FROM ${addressCountries.name} WHERE edition = ${edition} ORDER BY boundary))`;

/** Of an address as it is stored, IPv4 mapped. */
const upperSql = (column: string): string =>
  `if(${column} >= toIPv6('::ffff:0.0.0.0') AND ${column} <= toIPv6('::ffff:255.255.255.255'), bitOr(bitShiftLeft(bitAnd(toUInt64(toUInt128(${column})), toUInt64(4294967295)), 16), toUInt64(${String(SIX_TO_FOUR << 48n)})), toUInt64(bitShiftRight(toUInt128(${column}), 64)))`;

/** SQL of the number of the country of an address by the limits of an edition; 0: none. */
export function addressCountrySql(column: string, edition: string, bind: Bind): string {
  const limits = limitsSql(bind('countries', 'UInt64', edition));
  const upper = upperSql(column);
  const own = `bitOr(bitShiftLeft(${upper}, ${String(LEADING_BITS)}), toUInt64(${String(LOW)}))`;
  return `if(bitShiftRight(${upper}, 61) = ${String(GLOBAL)}, bitAnd(roundDown(${own}, ${limits}), toUInt64(${String(LOW)})), toUInt64(0))`;
}
