import { describe, expect, it } from 'vitest';
import { slideOf, stepped } from './slide-steps.ts';

describe('slides', () => {
  it.each([
    [1, 1, 3, 2],
    [3, 1, 3, 3],
    [1, -1, 3, 1],
    [2, Infinity, 3, 3],
    [2, -Infinity, 3, 1],
    [1, 1, 0, 1],
  ])('from %i by %d of %i to %i', (slide, by, count, expected) => {
    expect(stepped(slide, by, count)).toBe(expected);
  });

  it.each([
    [0, 3, 1],
    [9, 3, 3],
    [Number.NaN, 3, 1],
    [2.5, 3, 2],
  ])('the address %d of %i is slide %i', (slide, count, expected) => {
    expect(slideOf(slide, count)).toBe(expected);
  });
});
