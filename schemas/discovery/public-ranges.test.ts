import { expect, it } from 'vitest';
import { publicRanges } from './public-ranges.ts';

it.each([
  ['10.0.0.0/8', false],
  ['172.31.255.255', false],
  ['172.16.0.0/11', true],
  ['100.64.0.0/10', false],
  ['192.168.1.1-192.168.2.9', false],
  ['192.167.255.255-192.168.0.1', true],
  ['8.8.8.8', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/64', false],
  ['fd00::1-fd00::9', false],
  ['2a01:e0a::/120', true],
  // Not a range yet.
  ['8.8.8', false],
])('a discovery of %s has public addresses: %s', (range, isPublic) => {
  expect(publicRanges([range])).toEqual(isPublic ? [range] : []);
});
