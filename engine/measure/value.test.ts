import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide, outlierBit, relationsOf } from '../alarm/outlier.ts';
import { Operator } from '#schemas/alerting/alert.ts';
import { measuredValue } from '#schemas/formula/value.ts';

it.each([
  ['0 of 0', 0, 0],
  ['something of nothing', 5, 0],
  ['no number of something', Number.NaN, 5],
  ['something of no number', 5, Number.NaN],
  ['infinity of something', Infinity, 5],
  ['infinity of infinity', Infinity, Infinity],
  ['more than a number holds', 1e308, 1e-10],
])('%s has no value', (_, numerator, denominator) => {
  expect(measuredValue({ scale: 100 }, numerator, denominator)).toBeNaN();
});

it('a measure is a finite number or none, and none is no outlier of any definition', () => {
  const any = fc.double();
  fc.assert(
    fc.property(
      any,
      any,
      any,
      fc.constantFrom(...Operator.options),
      (numerator, denominator, threshold, operator) => {
        const value = measuredValue({ scale: 100 }, numerator, denominator);
        expect(Number.isFinite(value) || Number.isNaN(value)).toBe(true);
        const bit = outlierBit(relationsOf(operator), value, threshold);
        if (Number.isNaN(value) || Number.isNaN(threshold)) expect(decide(bit, 1, false)).toBe('keep');
      },
    ),
  );
});
