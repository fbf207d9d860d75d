import { expect, it } from 'vitest';
import { lastValuesWithin } from './last-values.ts';

const values = (count: number): readonly string[] => Array.from({ length: count }, () => '82.9%');

it.each([
  ['are all in one line where it has room', 4, [300, 150], { shown: 4, isSmall: false, height: 20 }],
  ['are smaller in a narrow chart, and wrap', 4, [104, 110], { shown: 4, isSmall: true, height: 32 }],
  ['leave most of the height to the lines', 12, [180, 130], { shown: 4, isSmall: false, height: 40 }],
  ['take three lines at most', 60, [300, 900], { shown: 12, isSmall: false, height: 60 }],
  ['have a line in a chart that is low', 4, [180, 50], { shown: 2, isSmall: false, height: 20 }],
] as const)('last values %s', (_what, count, [width, height], expected) => {
  expect(lastValuesWithin(values(count), { width, height })).toEqual(expected);
});
