import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddressRange } from '../application/address-range.ts';
import { asLimits, MOST_SYSTEMS, type AsRange } from './address-as.ts';

const rangeOf = (network: string, asn: number): AsRange => ({ ...parseAddressRange(network)!, asn });

/** What the statement does: the last limit that is not above the address leads to a place in the numbers. */
function asAt(ranges: readonly AsRange[], address: string): number {
  const { limits, numbers } = asLimits(ranges);
  const { family, first } = parseAddressRange(address)!;
  const upper = family === 4 ? (0x20_02n << 48n) | (first << 16n) : first >> 64n;
  if (upper >> 61n !== 1n) return 0;
  const low = BigInt(MOST_SYSTEMS);
  const own = ((upper << 3n) & 0xff_ff_ff_ff_ff_ff_ff_ffn) | low;
  const place = Number((limits.findLast((limit) => limit <= own) ?? 0n) & low);
  return Number(numbers[place]! & 0xff_ff_ff_ffn);
}

describe('autonomous systems of addresses', () => {
  const ranges = [
    rangeOf('2.0.0.0/12', 3_215),
    rangeOf('2.3.0.1/32', 4_294_967_295),
    rangeOf('2a01:cb00::/24', 3_215),
    rangeOf('2a01:cb00:1::/48', 64_500),
  ];
  it.each([
    ['in a network', '2.0.0.9', 3_215],
    ['of one address, with a number of 32 bits', '2.3.0.1', 4_294_967_295],
    ['behind that address', '2.3.0.2', 3_215],
    ['behind the network', '2.16.0.0', 0],
    ['that is private', '10.0.0.1', 0],
    ['of IPv6', '2a01:cb00:2::1', 3_215],
    ['of an IPv6 network of /48 within it', '2a01:cb00:1:ffff::1', 64_500],
    ['of 6to4, by its IPv4 address', '2002:203:1::1', 4_294_967_295],
  ])('of an address %s', (_, address, asn) => expect(asAt(ranges, address)).toBe(asn));

  it('are the innermost network of each address, for any networks and numbers', () => {
    const network = fc.record({
      first: fc.integer({ min: 0, max: 255 }),
      length: fc.integer({ min: 8, max: 32 }),
      asn: fc.integer({ min: 1, max: 4_294_967_295 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(network, {
          selector: ({ first, length }) => String((first << 16) >>> (32 - length)) + '/' + String(length),
          maxLength: 12,
        }),
        fc.integer({ min: 0, max: 255 }),
        (networks, host) => {
          const written = networks.map(({ first, length, asn }) => ({
            ...rangeOf(`1.${String(first)}.0.0/${String(length)}`, asn),
            length,
          }));
          const address = `1.${String(host)}.0.0`;
          const { first } = parseAddressRange(address)!;
          const inner = written
            .filter((each) => each.first <= first && first <= each.last)
            .toSorted((one, other) => other.length - one.length)[0];
          expect(asAt(written, address)).toBe(inner?.asn ?? 0);
        },
      ),
    );
  });
});
