import { assert, constantFrom, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Operator } from '../alerting/alert.ts';
import { allowedThreshold } from './customer-bounds.ts';
import { excessOf, isOutOfLimits } from './outlier.ts';

describe('a value', () => {
  it.each([
    ['>', 90, false, 0],
    ['>', 91, true, 1],
    ['>=', 90, true, 0],
    ['<', 90, false, 0],
    ['<', 80, true, 10],
    ['<=', 90, true, 0],
    ['=', 90, true, 0],
    ['=', 91, false, -1],
    ['!=', 91, true, 0],
    ['!=', 90, false, -1],
    ['!=', Number.NaN, false, -1],
  ] as const)('is out of limits %s 90, by how much: %d', (operator, value, out, excess) => {
    expect([isOutOfLimits(operator, value, 90), excessOf(operator, value, 90)]).toEqual([out, excess]);
  });

  it('out of limits never has less excess than one within', () => {
    const number = double({ noNaN: true, noDefaultInfinity: true });
    assert(
      property(
        constantFrom(...Operator.options),
        number,
        number,
        number,
        (operator, one, other, threshold) => {
          if (isOutOfLimits(operator, one, threshold) && !isOutOfLimits(operator, other, threshold))
            expect(excessOf(operator, one, threshold)).toBeGreaterThanOrEqual(
              excessOf(operator, other, threshold),
            );
        },
      ),
    );
  });
});

describe('the threshold that a customer has set', () => {
  it.each([
    ['within the bounds applies', 80, { min: 70, max: 95 }, 80],
    ['on a bound applies', 95, { min: 70, max: 95 }, 95],
    ['below narrower bounds is raised to the lowest', 60, { min: 70, max: 95 }, 70],
    ['above narrower bounds is lowered to the highest', 99, { min: 70, max: 95 }, 95],
    ['without bounds does not apply', 80, undefined, undefined],
    ['is none', undefined, { min: 70, max: 95 }, undefined],
  ])('%s', (_, value, bounds, applied) => {
    expect(allowedThreshold(value, bounds)).toBe(applied);
  });
});
