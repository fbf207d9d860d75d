import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unionLength, windowsWithin } from './excluded-time.ts';

const instant = fc.integer({ min: 0, max: 50 });
const window = fc.tuple(instant, instant).map(([from, length]) => ({ from, until: from + length }));

it('counts what several windows leave out once, and what touches as it is', () => {
  expect(unionLength([])).toBe(0);
  const windows = [
    { from: 10, until: 20 },
    { from: 15, until: 30 },
    { from: 16, until: 17 },
    { from: 30, until: 31 },
    { from: 40, until: 50 },
  ];
  expect(unionLength(windows)).toBe(31);
  expect(windowsWithin(windows, { from: 18, to: 40 })).toEqual([
    { from: 18, until: 20 },
    { from: 18, until: 30 },
    { from: 30, until: 31 },
  ]);
  expect(windowsWithin([{ from: 0, until: Infinity }], { from: 5, to: 9 })).toEqual([{ from: 5, until: 9 }]);
});

it('agrees with a look at each instant of the period', () => {
  fc.assert(
    fc.property(fc.array(window, { maxLength: 12 }), instant, instant, (windows, from, length) => {
      const to = from + length;
      let excluded = 0;
      for (let at = from; at < to; at += 1)
        if (windows.some((one) => one.from <= at && at < one.until)) excluded += 1;
      expect(unionLength(windowsWithin(windows, { from, to }))).toBe(excluded);
    }),
  );
});
