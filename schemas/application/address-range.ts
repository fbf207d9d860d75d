import { z } from 'zod';
import { canonicalAddress } from '../address/address.ts';

/** Addresses from `first` to `last`, inclusive: 32-bit numbers for IPv4, 128-bit numbers for IPv6. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

const bitsOf = { 4: 32, 6: 128 } as const;

/** Returns the number of an address in canonical text form. */
function numberOf(address: string): { readonly family: 4 | 6; readonly value: bigint } | undefined {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return undefined;
  if (canonical.includes('.'))
    return { family: 4, value: canonical.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n) };
  const [head = '', tail] = canonical.split('::');
  const groups = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const value = [...before, ...zeros, ...after].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  );
  return { family: 6, value };
}

function prefixRange(address: string, length: string): AddressRange | undefined {
  const at = numberOf(address);
  if (at === undefined || !/^\d{1,3}$/.test(length)) return undefined;
  const host = bitsOf[at.family] - Number(length);
  if (host < 0) return undefined;
  const size = 1n << BigInt(host);
  const first = at.value - (at.value % size);
  return { family: at.family, first, last: first + size - 1n };
}

function spanRange(text: string): AddressRange | undefined {
  const [from = '', to = from, ...remaining] = text.split('-').map((part) => part.trim());
  const first = numberOf(from);
  const last = numberOf(to);
  if (remaining.length > 0 || first?.family !== last?.family) return undefined;
  if (first === undefined || last === undefined || last.value < first.value) return undefined;
  return { family: first.family, first: first.value, last: last.value };
}

/** Parses `10.0.0.1`, `10.1.0.0/16`, `10.0.0.1-10.0.0.9` and the IPv6 equivalents; undefined for anything else. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [address = '', length, ...more] = text.trim().split('/');
  if (more.length > 0) return undefined;
  return length === undefined ? spanRange(address) : prefixRange(address, length);
}

/** A valid range as text. */
export const AddressRangeText = z
  .string()
  .trim()
  .refine((text) => parseAddressRange(text) !== undefined, {
    error: 'APPLICATION_RANGE_INVALID',
  });
