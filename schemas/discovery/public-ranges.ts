import { parseAddressRange } from '../application/address-range.ts';
import type { AddressRange } from '../application/address-range.ts';

/** Networks of the IANA special-purpose address registries (RFC 6890 and its successors) that the Internet does not route. */
const unrouted = [
  ...['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['::1', '2001:db8::/32', 'fc00::/7', 'fe80::/10', 'fec0::/10'],
].flatMap((network) => parseAddressRange(network) ?? []);

const isWithin = (range: AddressRange, { family, first, last }: AddressRange): boolean =>
  range.family === family && first <= range.first && range.last <= last;

/** Ranges with addresses that are routed in the Internet. Those that are none are left out. */
export const publicRanges = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => {
    const range = parseAddressRange(text);
    return range !== undefined && !unrouted.some((network) => isWithin(range, network));
  });
