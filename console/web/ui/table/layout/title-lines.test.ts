import fc from 'fast-check';
import { expect, it } from 'vitest';
import { widthOnLines } from './title-lines.ts';

const SPACE = 4;
/** Words of these widths, one space apart. */
function wordsOf(widths: readonly number[]) {
  let start = 0;
  return widths.map((width) => {
    const word = { start, end: start + width };
    start += width + SPACE;
    return word;
  });
}

it.each([
  ['of three words breaks where its longer line is shortest', [60, 40, 50], 2, 94],
  ['of three words has one on each of three lines', [60, 40, 50], 3, 60],
  ['of one word is as wide as the word', [80], 2, 80],
  ['of two words is as wide as the longer one', [30, 70], 2, 70],
  ['on one line is as wide as all', [30, 70], 1, 104],
  ['of four words on three lines', [30, 20, 60, 50], 3, 60],
  ['without words has no width', [], 2, 0],
] as const)('a title %s', (_, widths, lines, width) => {
  expect(widthOnLines(wordsOf(widths), lines)).toBe(width);
});

it('more lines take no more width, and no word is broken', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 }), (widths) => {
      const words = wordsOf(widths);
      const [one, two, three] = [1, 2, 3].map((lines) => widthOnLines(words, lines));
      return one! >= two! && two! >= three! && three! >= Math.max(...widths);
    }),
  );
});
