import type { FoundInterface, FoundPart } from '#schemas/discovery/found.ts';
import { canonicalAddress } from '#schemas/inventory/network-file-address.ts';
import type { Asking } from '../snmp/get-objects.ts';
import { numberOf, readColumns } from './read-columns.ts';
import type { Cells } from './read-columns.ts';

const MOST_ADDRESSES = 10_000;
/** ipAddressIfIndex (RFC 4293), by kind, length and octets of the address; ipAdEntIfIndex (RFC 1213), by the address. */
const IP_ADDRESS = '1.3.6.1.2.1.4.34.1.3';
const IP_AD_ENT = '1.3.6.1.2.1.4.20.1.2';

/** The address within the index of ipAddressTable: kinds 1 and 3 are IPv4, 2 and 4 IPv6, the later with a zone (RFC 4001). */
function addressIn(index: string): string | undefined {
  const [, length = 0, ...octets] = index.split('.').map(Number);
  if (octets.length < length || octets.some((octet) => octet > 255)) return undefined;
  if (length === 4 || length === 8) return canonicalAddress(octets.slice(0, 4).join('.'));
  if (length !== 16 && length !== 20) return undefined;
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((octets[2 * at] ?? 0) * 256 + (octets[2 * at + 1] ?? 0)).toString(16),
  );
  return canonicalAddress(groups.join(':'));
}

const isOfNoLine = (address: string): boolean =>
  address.startsWith('127.') || address === '::1' || /^fe[89ab]/.test(address);

/** Addresses of the device with the names of their interfaces; those that mean the device itself are left out. */
export async function readAddresses(
  asking: Asking,
  interfaces: readonly FoundInterface[],
): Promise<readonly FoundPart[] | undefined> {
  const cells = await readColumns(asking, { address: IP_ADDRESS }, MOST_ADDRESSES);
  if (cells === undefined) return undefined;
  const old: { address: Cells } | undefined =
    cells.address.size > 0 ? cells : await readColumns(asking, { address: IP_AD_ENT }, MOST_ADDRESSES);
  if (old === undefined) return undefined;
  const names = new Map(interfaces.map(({ index, name }) => [index, name]));
  const found = new Map<string, FoundPart>();
  for (const [index, ifIndex] of old.address) {
    const address = cells.address.size > 0 ? addressIn(index) : canonicalAddress(index);
    if (address === undefined || isOfNoLine(address)) continue;
    const fields = { interface: names.get(numberOf(ifIndex)) ?? '' };
    found.set(address, { kind: 'address', key: address, fields });
  }
  return [...found.values()];
}
