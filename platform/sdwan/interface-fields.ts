import { isIPv4 } from 'node:net';

/** Bits of an IPv4 mask; undefined for what is none. */
function prefixOf(mask: string): number | undefined {
  if (/^\d{1,2}$/.test(mask)) return Number(mask);
  if (!isIPv4(mask)) return undefined;
  const bits = mask.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
  return /^1*0*$/.test(bits.join('')) ? bits.join('').replaceAll('0', '').length : undefined;
}

/** An address with its mask as CIDR, the way it was given without one; empty where a device has none. */
export function addressText(address: string, mask = ''): string {
  if (address === '' || /^(?:0\.0\.0\.0|::)(?:\/|$)/.test(address)) return '';
  const bits = prefixOf(mask);
  return address.includes('/') || bits === undefined ? address : `${address}/${String(bits)}`;
}

/** The address of a text in CIDR notation. */
export const withoutPrefix = (address: string): string => address.split('/')[0] ?? '';

/** The fields that say something. */
export const saidFields = (fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
