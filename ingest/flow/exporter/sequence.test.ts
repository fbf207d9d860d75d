import { describe, expect, it } from 'vitest';
import { Sequence } from './sequence.ts';

const lostAfter = (numbers: readonly number[], step = 1): number => {
  const sequence = new Sequence();
  for (const number of numbers) sequence.saw(number, step);
  return sequence.lost;
};

describe('the sequence of an exporter', () => {
  it.each([
    ['nothing missing', [5, 6, 7], 0],
    ['two missing', [5, 8], 2],
    ['one overtaken by another', [5, 7, 6, 8], 0],
    ['across the end of 32 bits', [4_294_967_294, 4_294_967_295, 0, 1], 0],
    ['one missing across the end of 32 bits', [4_294_967_295, 1], 1],
    ['a restart of the exporter', [900_000, 1, 2], 0],
  ] as const)('with %s', (_, numbers, lost) => {
    expect(lostAfter(numbers)).toBe(lost);
  });

  it('counts by the records of each datagram where the protocol numbers records', () => {
    expect(lostAfter([0, 24, 72], 24)).toBe(24);
  });
});
