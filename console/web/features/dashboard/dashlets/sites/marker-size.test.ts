import { describe, expect, it } from 'vitest';
import { diameterOf, markerSizes, sizeSteps } from './marker-size.ts';

const panel = { width: 600, height: 400 };
const small = { width: 180, height: 120 };

describe('the size of a marker', () => {
  const sizes = markerSizes([100, 25, null, -3], panel);

  it('has an area in proportion to the value', () => {
    expect(sizes).toEqual({ largest: 44, greatest: 100 });
    expect([100, 25].map((value) => diameterOf(value, sizes))).toEqual([44, 22]);
  });

  it.each([
    ['a value that is nearly nothing', 0.001],
    ['0', 0],
    ['a negative value', -3],
    ['no value', null],
  ])('is the smallest for %s: the site can still be seen', (_, value) => {
    expect(diameterOf(value, sizes)).toBe(11);
  });

  it('is smaller in a small panel, and the smallest everywhere when no site has a value', () => {
    expect(markerSizes([100], small).largest).toBe(24);
    const none = markerSizes([null, 0], panel);
    expect([none.greatest, diameterOf(null, none), sizeSteps(none)]).toEqual([undefined, 11, []]);
  });

  it('has a legend whose circles are as large as the markers of these values', () => {
    const steps = sizeSteps(sizes);
    expect(steps.map(({ value }) => value)).toEqual([100, 25, 6.25]);
    expect(steps.map(({ isUpTo }) => isUpTo)).toEqual([false, false, true]);
    for (const { value, diameter } of steps) expect(diameterOf(value, sizes)).toBe(diameter);
  });
});
