import { canonicalAddress } from './address.ts';

const groupsOf = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));

/** The bits of an address as text: 32 of IPv4, 128 of IPv6; undefined for what is no address. */
export function addressBits(text: string): string | undefined {
  const address = canonicalAddress(text);
  if (address === undefined) return undefined;
  if (!address.includes(':'))
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  const [head = '', tail] = address.split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}

/** Bits in front of an IPv4 address that is written as an IPv6 one (RFC 4291 §2.5.5.2). */
const MAPPED_BITS = 96;
const V4_BITS = 32;

/** The bits that the addresses of a prefix have in common; undefined for what is no prefix. */
export function prefixBits(prefix: string): string | undefined {
  const [address = '', length = ''] = prefix.split('/');
  const bits = addressBits(address);
  const isMapped = bits?.length === V4_BITS && address.includes(':');
  return bits?.slice(0, isMapped ? Math.max(0, Number(length) - MAPPED_BITS) : Number(length));
}
