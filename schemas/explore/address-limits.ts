import type { AddressRange } from '../application/address-range.ts';
import { addressCountries } from '../table/stream/address-countries.ts';

/**
 * Numbers of addresses as sorted limits of 64 bits (docs/adr/0113-countries-of-addresses.md): the upper bits are the first bits of an IPv6
 * network without the three that all global ones begin with, the lower ones the number from there on. An IPv4 address is that of its
 * 6to4 network (RFC 3056), whose addresses it has, and needs 48 bits.
 */
const LEADING_BITS = 3n;
const GLOBAL = 1n;
const SIX_TO_FOUR = 0x20_02n;
const U64 = (1n << 64n) - 1n;

const lowOf = (bits: bigint): bigint => (1n << bits) - 1n;

/** Addresses with a number; 0: none. */
export interface NumberedRange extends AddressRange {
  readonly number: number;
}

/** The first 64 bits of the IPv6 network that stands for an address. */
const upperOf = ({ family }: AddressRange, address: bigint): bigint =>
  family === 4 ? (SIX_TO_FOUR << 48n) | (address << 16n) : address >> 64n;

const isGlobal = (upper: bigint): boolean => upper >> 61n === GLOBAL;

/** A range as networks of at least the bits that a limit has; undefined: it lies outside of global addresses, or begins within such a network. */
function spanOf(range: NumberedRange, bits: bigint) {
  const from = upperOf(range, range.first);
  const to = upperOf(range, range.last);
  if (!isGlobal(from) || !isGlobal(to)) return undefined;
  const step = 1n << (bits - LEADING_BITS);
  if (range.family === 6 && (from % step !== 0n || range.first % (1n << 64n) !== 0n)) return undefined;
  // The last IPv4 address has 16 bits behind it.
  const last = range.family === 4 ? to | 0xff_ffn : to | (step - 1n);
  return { from, last, number: range.number };
}

const compareBigints = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

/** The sorted limits of ranges whose numbers have some bits, 19 at most; a range within another one decides for its part. */
export function numberedLimits(ranges: Iterable<NumberedRange>, bits: bigint): BigUint64Array {
  const low = lowOf(bits);
  const limitOf = (upper: bigint, number: number): bigint =>
    ((upper << LEADING_BITS) & U64 & ~low) | BigInt(number);
  const spans = [...ranges].flatMap((range) => spanOf(range, bits) ?? []);
  spans.sort((one, other) => compareBigints(one.from, other.from) || compareBigints(other.last, one.last));
  const limits: bigint[] = [0n];
  const around: { readonly last: bigint; readonly number: number }[] = [];
  const put = (upper: bigint, number: number): void => {
    const limit = limitOf(upper, number);
    const before = limits.at(-1) ?? 0n;
    // A limit at the same place replaces the one before; one of the same number is left out.
    if (before >> bits === limit >> bits) limits.pop();
    if (((limits.at(-1) ?? 0n) & low) !== BigInt(number)) limits.push(limit);
  };
  const closeUntil = (upper: bigint): void => {
    for (let inner = around.at(-1); inner !== undefined && inner.last < upper; inner = around.at(-1)) {
      around.pop();
      const next = inner.last + 1n;
      // What begins right behind follows by itself.
      if (isGlobal(next)) put(next, around.at(-1)?.number ?? 0);
    }
  };
  for (const { from, last, number } of spans) {
    closeUntil(from);
    put(from, number);
    around.push({ last, number });
  }
  closeUntil(U64);
  return BigUint64Array.from(limits[0] === undefined || limits[0] >> bits > 0n ? [0n, ...limits] : limits);
}

/** The stored limits of an edition of a file. */
const limitsSql = (edition: string): string =>
  `(SELECT arrayPushFront(groupArray(boundary), toUInt64(0)) FROM (SELECT boundary FROM ${addressCountries.name} WHERE edition = ${edition} ORDER BY boundary))`;

/** Of an address as it is stored, IPv4 mapped. */
const upperSql = (column: string): string =>
  `if(${column} >= toIPv6('::ffff:0.0.0.0') AND ${column} <= toIPv6('::ffff:255.255.255.255'), bitOr(bitShiftLeft(bitAnd(toUInt64(toUInt128(${column})), toUInt64(4294967295)), 16), toUInt64(${String(SIX_TO_FOUR << 48n)})), toUInt64(bitShiftRight(toUInt128(${column}), 64)))`;

/** SQL of the number of an address by the limits of an edition, a parameter; 0: none. */
export function addressNumberSql(column: string, edition: string, bits: bigint): string {
  const low = String(lowOf(bits));
  const upper = upperSql(column);
  const own = `bitOr(bitShiftLeft(${upper}, ${String(LEADING_BITS)}), toUInt64(${low}))`;
  return `if(bitShiftRight(${upper}, 61) = ${String(GLOBAL)}, bitAnd(roundDown(${own}, ${limitsSql(edition)}), toUInt64(${low})), toUInt64(0))`;
}
