export type InternalKind = 'loopback' | 'link-local' | 'private' | 'not a host';

/** IANA special-purpose address registries (RFC 6890 and its successors), by their meaning for an internal caller: network and prefix. */
export const internalNetworks: readonly (readonly [InternalKind, string, number])[] = [
  ['not a host', '0.0.0.0', 8],
  ['private', '10.0.0.0', 8],
  ['private', '100.64.0.0', 10],
  ['loopback', '127.0.0.0', 8],
  // Includes the metadata services of clouds: 169.254.169.254.
  ['link-local', '169.254.0.0', 16],
  ['private', '172.16.0.0', 12],
  ['private', '192.0.0.0', 24],
  ['private', '192.168.0.0', 16],
  ['private', '198.18.0.0', 15],
  ['not a host', '224.0.0.0', 3],
  ['not a host', '::', 128],
  ['loopback', '::1', 128],
  ['private', '64:ff9b:1::', 48],
  // Teredo (RFC 4380) inverts the address it contains.
  ['private', '2001::', 32],
  ['private', 'fc00::', 7],
  ['link-local', 'fe80::', 10],
  ['private', 'fec0::', 10],
  ['not a host', 'ff00::', 8],
];
