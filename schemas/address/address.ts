import { z } from 'zod';

const V4 = z.ipv4();
const V6 = z.ipv6();

/** `::ffff:102:304`, the URL form of an IPv4-mapped IPv6 address. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

function unmapped(address: string): string {
  const [, high, low] = MAPPED.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => String((bits >>> shift) & 0xff)).join('.');
}

/** Returns the canonical text of an IP address: dotted IPv4, IPv6 per RFC 5952, IPv4-mapped IPv6 as IPv4. Undefined if invalid. */
export function canonicalAddress(text: string): string | undefined {
  if (V4.safeParse(text).success) return text;
  if (!V6.safeParse(text).success) return undefined;
  // The serialiser of the URL standard compresses exactly as RFC 5952 §4 requires.
  return unmapped(new URL(`http://[${text}]/`).hostname.slice(1, -1));
}

/** An IPv4 or IPv6 address, converted to canonical form. */
export const Address = z.string().transform((text, context) => {
  const address = canonicalAddress(text);
  if (address !== undefined) return address;
  context.addIssue({ code: 'custom', message: 'ADDRESS_INVALID', params: { address: text } });
  return z.NEVER;
});

/** A prefix such as `10.1.0.0/16` or `2001:db8::/32`. */
export const Prefix = z
  .string()
  .refine((text) => z.cidrv4().safeParse(text).success || z.cidrv6().safeParse(text).success, {
    error: 'PREFIX_INVALID',
  });
