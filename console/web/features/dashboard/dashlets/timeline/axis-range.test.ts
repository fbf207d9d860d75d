import { expect, it } from 'vitest';
import { Axis } from '#schemas/dashboard/dashlet-parts.ts';
import { axisRange } from './axis-range.ts';

const logarithmic = { scale: 'logarithmic' } as const;

it.each([
  ['begins at zero', {}, 3, 100, [0, 105]],
  ['begins below negative values', {}, -20, 80, [-20, 85]],
  ['has the bounds that it is given', { min: 10, max: 50 }, 3, 100, [10, 50]],
  ['shows a maximum below its values', { max: -5 }, -20, -10, [-20, -5]],
  ['has a height where every value is zero', {}, 0, 0, [0, 1]],
  ['has a height without values', {}, null, null, [0, 1]],
  ['has a height with a maximum below zero', { max: -5 }, 1, 2, [0, 1]],
  ['of decades has whole ones', logarithmic, 0.7, 23, [0.1, 100]],
  ['of decades is not bounded by zero or less', { ...logarithmic, min: -10, max: 0 }, 0.7, 23, [0.1, 100]],
  ['of decades has positive bounds', { ...logarithmic, min: 0.5, max: 50 }, 0.7, 23, [0.5, 50]],
  ['of decades has one for a single value', logarithmic, 10, 10, [10, 100]],
  ['of decades has one for zeros', logarithmic, null, null, [0.1, 1]],
  [
    'of decades has one where the minimum is above the values',
    { ...logarithmic, min: 500 },
    0.7,
    23,
    [500, 5_000],
  ],
] as const)('an axis %s', (_, axis, low, high, range) => {
  expect(axisRange(Axis.parse(axis), low, high)).toEqual(range);
});
