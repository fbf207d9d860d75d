import fc from 'fast-check';
import { expect, it } from 'vitest';
import { restoreTimes } from './restore-times.ts';

const period = { from: 1_000, to: 2_000, promise: 240 };

it('counts incidents where they ended, with all of their length, and those that run', () => {
  const incidents = [
    { start: 500, end: 999 },
    { start: 900, end: 1_000 },
    { start: 1_100, end: 1_340 },
    { start: 1_100, end: 1_341 },
    { start: 1_900, end: null },
    { start: 1_950, end: 2_000 },
  ];
  expect(restoreTimes(incidents, period)).toEqual({
    restored: 3,
    within: 2,
    seconds: 100 + 240 + 241,
    longest: 241,
    running: 2,
  });
  expect(restoreTimes([], period)).toEqual({ restored: 0, within: 0, seconds: 0, longest: 0, running: 0 });
});

const second = fc.integer({ min: 0, max: 60 });
const span = fc
  .tuple(second, fc.option(second))
  .map(([start, length]) => ({ start, end: length === null ? null : start + length }));

/** Looks at each second of the period by itself. */
function bySeconds(
  incidents: readonly { readonly start: number; readonly end: number | null }[],
  { from, to, promise }: typeof period,
) {
  const lengths: number[] = [];
  for (let at = from; at < to; at += 1)
    for (const { start, end } of incidents) if (end === at) lengths.push(end - start);
  const running = incidents.filter(({ end }) => end === null || end >= to).length;
  return {
    restored: lengths.length,
    within: lengths.filter((length) => !(length > promise)).length,
    seconds: lengths.reduce((sum, length) => sum + length, 0),
    longest: Math.max(0, ...lengths),
    running,
  };
}

it('agrees with a look at each second, in any order', () => {
  const periods = fc.tuple(second, second, fc.integer({ min: 1, max: 40 }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 20 }), periods, (incidents, [from, length, promise]) => {
      const of = { from, to: from + length, promise };
      expect(restoreTimes(incidents, of)).toEqual(bySeconds(incidents, of));
      expect(restoreTimes(incidents.toReversed(), of)).toEqual(bySeconds(incidents, of));
    }),
  );
});
