import { addressBits, prefixBits } from '../address/address-bits.ts';

/** 32 for IPv4, 128 for IPv6. */
const familyOf = (prefix: string): number | undefined => addressBits(prefix.split('/')[0] ?? '')?.length;

/** Returns the test for prefixes that have an address in common with one, such as `10.1.0.0/16` with `10.0.0.0/8`. */
export function overlapTest(prefix: string): (other: string) => boolean {
  const [bits, family] = [prefixBits(prefix), familyOf(prefix)];
  return (other) => {
    const theirs = familyOf(other) === family ? prefixBits(other) : undefined;
    return bits !== undefined && theirs !== undefined && (bits.startsWith(theirs) || theirs.startsWith(bits));
  };
}
