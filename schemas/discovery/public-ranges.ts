import { parseAddressRange, type AddressRange } from '../application/address-range.ts';
import { internalNetworks } from '../application/internal-networks.ts';

/** For documentation (RFC 5737, RFC 3849): not internal, and of no one. */
const documentation = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32'];

const unrouted = [
  ...internalNetworks.map(([, network, prefix]) => `${network}/${String(prefix)}`),
  ...documentation,
].flatMap((network) => parseAddressRange(network) ?? []);

const isWithin = (range: AddressRange, { family, first, last }: AddressRange): boolean =>
  range.family === family && first <= range.first && range.last <= last;

/** Ranges with addresses that are routed in the Internet. Those that are none are left out. */
export const publicRanges = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => {
    const range = parseAddressRange(text);
    return range !== undefined && !unrouted.some((network) => isWithin(range, network));
  });
