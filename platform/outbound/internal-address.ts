import { BlockList, isIP, isIPv6 } from 'node:net';
import { internalNetworks, type InternalKind } from '#schemas/application/internal-networks.ts';

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

const lists = Object.groupBy(internalNetworks, ([kind]) => kind);
const byKind = Object.entries(lists).map(([kind, entries]) => {
  const list = new BlockList();
  for (const [, network, prefix] of entries) list.addSubnet(network, prefix, family(network));
  return [kind as InternalKind, list] as const;
});

/** Returns the 16 octets of an IPv6 address. */
function octets(address: string): readonly number[] {
  const groups = new URL(`http://[${address.split('%')[0] ?? ''}]`).hostname.slice(1, -1);
  const [head = '', tail] = groups.split('::');
  const words = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((word) => parseInt(word, 16));
  const [before, behind] = [words(head), words(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - before.length - behind.length;
  return [...before, ...Array.from({ length: zeros }, () => 0), ...behind].flatMap((word) => [
    word >> 8,
    word & 255,
  ]);
}

const startsWith = (all: readonly number[], ...some: readonly number[]): boolean =>
  some.every((octet, at) => all[at] === octet);

const ZEROS = [0, 0, 0, 0, 0, 0, 0, 0];

/** Returns the IPv4 address embedded in an IPv6 one, undefined when there is none. */
function within(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const all = octets(address);
  // IPv4-mapped (RFC 4291 §2.5.5.2), IPv4-translated (RFC 2765 §2.1), IPv4-compatible (§2.5.5.1), NAT64 (RFC 6052 §2.1).
  const isLast =
    startsWith(all, ...ZEROS, 0, 0, 255, 255) ||
    startsWith(all, ...ZEROS, 255, 255, 0, 0) ||
    (startsWith(all, ...ZEROS, 0, 0, 0, 0) && !startsWith(all, ...ZEROS, 0, 0, 0, 0, 0, 0, 0)) ||
    startsWith(all, 0, 100, 255, 155, 0, 0, 0, 0, 0, 0, 0, 0);
  if (isLast) return all.slice(12).join('.');
  // 6to4 (RFC 3056).
  return startsWith(all, 32, 2) ? all.slice(2, 6).join('.') : undefined;
}

/** Returns addresses and networks (`10.0.0.0/8`) as one list. */
export function networkList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return list;
}

/** Whether an address is on the list; an IPv4 address embedded in an IPv6 one is checked as itself. */
export function isListed(address: string, list: BlockList): boolean {
  const inner = within(address);
  return [...(inner === undefined ? [] : [inner]), address].some((one) => list.check(one, family(one)));
}

/**
 * Returns why an address may not be called: it is internal and not allowed. Undefined when it may be called. An IPv4 address
 * embedded in an IPv6 one is checked as itself.
 */
export function blockedKind(address: string, allowed: BlockList): InternalKind | undefined {
  if (isIP(address) === 0) return 'not a host';
  const inner = within(address);
  const candidates = inner === undefined ? [address] : [inner, address];
  if (isListed(address, allowed)) return undefined;
  for (const one of candidates)
    for (const [kind, list] of byKind) if (list.check(one, family(one))) return kind;
  return undefined;
}
