import type { FoundInterface, FoundPart } from '#schemas/discovery/found.ts';
import { canonicalAddress } from '#schemas/address/address.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
import { numberOrZero, readColumns, type Cells } from '../../snmp/request/read-columns.ts';

const MAX_ADDRESSES = 10_000;
/** ipAddressIfIndex (RFC 4293), by type, length and octets of the address; ipAdEntIfIndex (RFC 1213), by address. */
const IP_ADDRESS = '1.3.6.1.2.1.4.34.1.3';
const IP_AD_ENT = '1.3.6.1.2.1.4.20.1.2';

/** Address in an ipAddressTable index: types 1 and 3 are IPv4, 2 and 4 are IPv6, 3 and 4 with a zone (RFC 4001). */
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

const isLocalAddress = (address: string): boolean =>
  address.startsWith('127.') || address === '::1' || /^fe[89ab]/.test(address);

/** Addresses of the device with their interface names, without loopback and link-local ones. */
export async function readAddresses(
  context: RequestContext,
  interfaces: readonly FoundInterface[],
): Promise<readonly FoundPart[] | undefined> {
  const cells = await readColumns(context, { address: IP_ADDRESS }, MAX_ADDRESSES);
  if (cells === undefined) return undefined;
  const old: { address: Cells } | undefined =
    cells.address.size > 0 ? cells : await readColumns(context, { address: IP_AD_ENT }, MAX_ADDRESSES);
  if (old === undefined) return undefined;
  const names = new Map(interfaces.map(({ index, name }) => [index, name]));
  const found = new Map<string, FoundPart>();
  for (const [index, ifIndex] of old.address) {
    const address = cells.address.size > 0 ? addressIn(index) : canonicalAddress(index);
    if (address === undefined || isLocalAddress(address)) continue;
    const fields = { interface: names.get(numberOrZero(ifIndex)) ?? '' };
    found.set(address, { kind: 'address', key: address, fields });
  }
  return [...found.values()];
}
