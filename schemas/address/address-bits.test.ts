import { expect, it } from 'vitest';
import { addressBits, prefixBits } from './address-bits.ts';

it.each([
  ['192.0.2.1', '11000000000000000000001000000001'],
  ['::1', `${'0'.repeat(127)}1`],
  ['2001:db8::', `00100000000000010000110110111000${'0'.repeat(96)}`],
  ['1:2:3:4:5:6:7:8', [1, 2, 3, 4, 5, 6, 7, 8].map((n) => n.toString(2).padStart(16, '0')).join('')],
  ['::ffff:192.0.2.1', '11000000000000000000001000000001'],
  ['sla.example.net', undefined],
])('the bits of %s are %s', (address, bits) => {
  expect(addressBits(address)).toBe(bits);
});

it.each([
  ['10.1.0.0/16', '0000101000000001'],
  ['0.0.0.0/0', ''],
  ['2001:db8::/32', '00100000000000010000110110111000'],
  ['::ffff:10.1.0.0/112', '0000101000000001'],
  ['::ffff:0:0/96', ''],
  ['everything', undefined],
])('the addresses of %s begin with %s', (prefix, bits) => {
  expect(prefixBits(prefix)).toBe(bits);
});
