import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddressRange } from '../application/address-range.ts';
import { countryLimits, type CountryRange } from './address-country.ts';
import { countryCodes, countryName, countryNumber } from './country.ts';

const rangeOf = (network: string, code: string): CountryRange => ({
  ...parseAddressRange(network)!,
  country: countryNumber(code)!,
});

/** What the statement does: the last limit that is not above the address. */
function countryAt(limits: BigUint64Array, address: string): number {
  const { family, first } = parseAddressRange(address)!;
  const upper = family === 4 ? (0x20_02n << 48n) | (first << 16n) : first >> 64n;
  if (upper >> 61n !== 1n) return 0;
  const own = ((upper << 3n) & 0xff_ff_ff_ff_ff_ff_ff_ffn) | 2_047n;
  return Number((limits.findLast((limit) => limit <= own) ?? 0n) & 2_047n);
}

describe('countries of addresses', () => {
  it.each([
    ['in a network', '2.0.0.9', 'FR'],
    ['at its last address', '2.15.255.255', 'FR'],
    ['behind it', '2.16.0.0', undefined],
    ['in a network within another one', '2.3.0.1', 'DE'],
    ['behind the inner one', '2.4.0.0', 'FR'],
    ['in the next network of the same country', '5.0.1.0', 'US'],
    ['at the last address of all', '255.255.255.255', 'US'],
    ['a private one', '10.0.0.1', undefined],
    ['of IPv6', '2a01:cb00::1', 'FR'],
    ['of a network longer than /56 that begins one', '2a02:1::7', 'NL'],
    ['of IPv6 without a network', '2a03::1', undefined],
    ['of its own site', 'fd00::1', undefined],
    ['of 6to4, by its IPv4 address', '2002:203::1', 'DE'],
  ])('of an address %s', (_, address, code) => {
    const limits = countryLimits([
      rangeOf('2.0.0.0/12', 'FR'),
      rangeOf('2.3.0.0/16', 'de'),
      rangeOf('5.0.0.0/24', 'US'),
      rangeOf('5.0.1.0/24', 'US'),
      rangeOf('255.255.255.0/24', 'US'),
      rangeOf('2a01:cb00::/24', 'FR'),
      rangeOf('2a02:1::/64', 'NL'),
      rangeOf('2a02:1:0:1::/64', 'BE'),
    ]);
    expect(countryAt(limits, address)).toBe(code === undefined ? 0 : countryNumber(code));
  });

  it('are the innermost network of each address, for any networks', () => {
    const network = fc
      .record({
        first: fc.integer({ min: 0, max: 255 }),
        length: fc.integer({ min: 8, max: 16 }),
        code: fc.constantFrom('FR', 'DE', 'US'),
      })
      .map(({ first, length, code }) => ({
        ...rangeOf(`1.${String(first)}.0.0/${String(length)}`, code),
        length,
      }));
    fc.assert(
      fc.property(
        fc.uniqueArray(network, { selector: ({ first, length }) => `${String(first)}/${String(length)}` }),
        fc.integer({ min: 0, max: 255 }),
        (networks, at) => {
          const address = parseAddressRange(`1.${String(at)}.3.4`)!.first;
          const [innermost] = networks
            .filter(({ first, last }) => first <= address && address <= last)
            .toSorted((one, other) => other.length - one.length);
          expect(countryAt(countryLimits(networks), `1.${String(at)}.3.4`)).toBe(innermost?.country ?? 0);
        },
      ),
    );
  });
});

it('a country has a name in every language, and a code of two letters', () => {
  expect(countryName('FR', 'en')).toBe('France');
  expect(countryName('DE', 'fr')).toBe('Allemagne');
  expect(countryName('QQ', 'en')).toBe('QQ');
  expect(countryNumber('FRA')).toBeUndefined();
  expect(countryCodes().length).toBeGreaterThan(240);
  expect(countryCodes()).toContain('FR');
});
