import { expect, it } from 'vitest';
import { isAboveLine } from './above-line.ts';

it.each([
  ['itf_in_util', 100.01, true],
  ['itf_out_util', 140, true],
  ['itf_in_util', 100, false],
  ['itf_in_util', null, false],
  ['itf_in_bps', 140, false],
  [undefined, 140, false],
] as const)('a value of %s of %s is above what the line can carry: %s', (kpi, value, expected) => {
  expect(isAboveLine(kpi, value)).toBe(expected);
});
