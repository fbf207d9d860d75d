import fc from 'fast-check';
import { expect, it } from 'vitest';
import { overlapTest } from './prefix-overlap.ts';

it.each([
  ['10.0.16.0/24', '10.0.16.0/24', true],
  ['10.0.16.0/24', '10.0.0.0/8', true],
  ['10.0.0.0/8', '10.0.16.0/24', true],
  ['10.0.16.0/24', '10.0.17.0/24', false],
  ['10.0.16.7/32', '10.0.16.0/24', true],
  ['0.0.0.0/0', '192.0.2.0/24', true],
  ['0.0.0.0/0', '2001:db8::/32', false],
  ['2001:DB8::/32', '2001:db8:0:1::/64', true],
  ['2001:db8::/32', '2001:db9::/32', false],
  ['::ffff:10.0.16.0/120', '10.0.16.0/24', true],
  ['10.0.16.0/24', 'everything', false],
])('%s and %s have an address in common: %s', (one, other, overlaps) => {
  expect([overlapTest(one)(other), overlapTest(other)(one)]).toEqual([overlaps, overlaps]);
});

it('a prefix overlaps each prefix that it contains', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(
      ...([fc.tuple(octet, octet, octet, octet), fc.integer({ min: 0, max: 32 })] as const),
      fc.integer({ min: 0, max: 32 }),
      (octets, one, other) => {
        const [outer, inner] = [Math.min(one, other), Math.max(one, other)];
        const address = octets.join('.');
        return overlapTest(`${address}/${String(outer)}`)(`${address}/${String(inner)}`);
      },
    ),
  );
});
