import { expect, it } from 'vitest';
import { twoLinesWidth } from './two-lines.ts';

it.each([
  // Words of 60, 40 and 50 with spaces of 4.
  ['of three words breaks where its longer line is shortest', [60, 104], [64, 108], 158, 94],
  ['of one word is as wide as the word', [], [], 80, 80],
  ['of two words is as wide as the longer one', [30], [34], 104, 70],
] as const)('a title on two lines %s', (_, ends, starts, whole, width) => {
  expect(twoLinesWidth(ends, starts, whole)).toBe(width);
});
