import { expect, it } from 'vitest';
import { compareReleases } from './release.ts';

it.for([
  ['0.2.0', '0.2.0', 0],
  ['0.2.0', '0.10.0', -1],
  ['0.10.0', '0.9.9', 1],
  ['1.0.0', '0.99.99', 1],
  ['0.2.1', '0.2.10', -1],
] as const)('release %s compares to %s by its numbers: %i', ([one, other, sign]) => {
  expect(Math.sign(compareReleases(one, other))).toBe(sign);
});
