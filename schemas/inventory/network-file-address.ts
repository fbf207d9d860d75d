import { z } from 'zod';

const V4 = z.ipv4();
const V6 = z.ipv6();

/** `::ffff:102:304`, the form in which URL writes an IPv4 address mapped into IPv6. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

function unmapped(address: string): string {
  const [, high, low] = MAPPED.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => String((bits >>> shift) & 0xff)).join('.');
}

/**
 * The one text form of an IP address: IPv4 with dots, IPv6 as RFC 5952 writes it, an IPv4 address mapped into IPv6 as IPv4.
 * Undefined when the text is no address.
 */
export function canonicalAddress(text: string): string | undefined {
  if (V4.safeParse(text).success) return text;
  if (!V6.safeParse(text).success) return undefined;
  // The serialiser of the URL standard compresses exactly as RFC 5952 §4 asks.
  return unmapped(new URL(`http://[${text}]/`).hostname.slice(1, -1));
}

/** An IPv4 or IPv6 address, brought into its one form. */
export const Address = z.string().transform((text, context) => {
  const address = canonicalAddress(text);
  if (address !== undefined) return address;
  context.addIssue(`"${text}" is not an IP address`);
  return z.NEVER;
});

/** A prefix as `10.1.0.0/16` or `2001:db8::/32`. */
export const Prefix = z
  .string()
  .refine((text) => z.cidrv4().safeParse(text).success || z.cidrv6().safeParse(text).success, {
    error: ({ input }) => `"${String(input)}" is not a prefix such as 10.1.0.0/16`,
  });
