import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anExporterInventory } from '#tests/fixtures/flow/a-collector.ts';
import { addressBytes, v4Number } from './address.ts';
import { siteTable } from './site-table.ts';

const plain = anExporterInventory().sites.get(11)!;
const tableOf = (sites: Readonly<Record<number, readonly string[]>>) =>
  siteTable(
    Object.entries(sites).map(([id, networks]) => ({ ...plain, id: Number(id), networks: [...networks] })),
  );
const siteOf = (table: ReturnType<typeof tableOf>, address: string): number =>
  address.includes(':')
    ? table.ofV6(new DataView(addressBytes(address).buffer), 0)
    : table.ofV4(v4Number(address));

describe('the site of an address is', () => {
  const table = tableOf({
    1: ['10.0.0.0/8', '2001:db8::/32', '0.0.0.0/1'],
    2: ['10.1.0.0/16', '2001:db8:2::/48'],
    3: ['10.1.2.3', '255.255.255.255/32', '2001:db8:2::7'],
    5: ['172.16.0.0/12'],
    4: ['172.16.0.0/12', 'ffff::/16'],
  });
  it.each([
    ['that of the longest prefix', '10.1.2.4', 2],
    ['that of a single address', '10.1.2.3', 3],
    ['that of the network around, behind an inner one', '10.2.0.0', 1],
    ['that of the network around, just before an inner one', '10.0.255.255', 1],
    ['none between networks', '172.15.255.255', 0],
    ['the one with the lower id of two with the same network', '172.16.0.1', 4],
    ['that of the very last address', '255.255.255.255', 3],
    ['that of the very first address', '0.0.0.0', 1],
    ['that of the longest prefix of IPv6', '2001:db8:2::8', 2],
    ['that of a single address of IPv6', '2001:db8:2::7', 3],
    ['that of the network around in IPv6', '2001:db8:3::', 1],
    ['none in IPv6', '2001:db9::', 0],
    ['that of the last address of IPv6', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 4],
  ])('%s: %s', (_, address, site) => {
    expect(siteOf(table, address)).toBe(site);
  });

  it('none if there are no networks', () => {
    expect([siteOf(tableOf({}), '10.0.0.1'), siteOf(tableOf({}), '::1')]).toEqual([0, 0]);
  });

  // Few different bits, so that networks lie in each other and addresses on their edges.
  const octet = fc.constantFrom(0, 1, 2, 127, 128, 255);
  const v4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
  const network = fc.tuple(v4, fc.integer({ min: 0, max: 32 }));
  const asV6 = (address: string): string =>
    `${address
      .split('.')
      .map((part) => Number(part).toString(16))
      .join(':')}::`;

  it('that of the longest matching prefix', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(network, fc.integer({ min: 1, max: 9 })), { maxLength: 12 }),
        v4,
        (networks, address) => {
          const matches = networks
            .filter(
              ([[start, bits]]) => bits === 0 || (v4Number(start) ^ v4Number(address)) >>> (32 - bits) === 0,
            )
            .toSorted(([[, bits], site], [[, otherBits], otherSite]) => otherBits - bits || site - otherSite);
          const written = (text: (start: string, bits: number) => string) =>
            networks.map(([[start, bits], id]) => ({ ...plain, id, networks: [text(start, bits)] }));
          const table4 = siteTable(written((start, bits) => `${start}/${String(bits)}`));
          expect(siteOf(table4, address)).toBe(matches[0]?.[1] ?? 0);
        },
      ),
    );
  });

  it('that of the longest matching prefix in IPv6', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(v4, fc.constantFrom(0, 8, 16, 24, 32), fc.integer({ min: 1, max: 9 })), {
          maxLength: 12,
        }),
        v4,
        (networks, address) => {
          const sites = (text: (start: string) => string, double: number) =>
            siteTable(
              networks.map(([start, bits, id]) => ({
                ...plain,
                id,
                networks: [`${text(start)}/${String(bits * double)}`],
              })),
            );
          expect(siteOf(sites(asV6, 2), asV6(address))).toBe(siteOf(sites(String, 1), address));
        },
      ),
    );
  });
});
