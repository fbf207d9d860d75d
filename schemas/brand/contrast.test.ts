import { assert, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, MIN_CONTRAST, readableOn, textOn } from './contrast.ts';

describe('contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    // Figures of the definition in WCAG 2.2, computed by hand.
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#1f5fd6', '#ffffff', 5.68],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('text on a colour', () => {
  it.each([
    ['#1f5fd6', '#ffffff'],
    ['#ffd400', '#000000'],
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
    ['#757575', '#ffffff'],
    ['#777777', '#000000'],
  ])('on %s is %s', (background, text) => {
    expect(textOn(background)).toBe(text);
  });

  it.each([
    // It can be read as it is.
    ['#ffffff', '#1f5fd6', '#1f5fd6'],
    ['#12336f', '#ffffff', '#ffffff'],
  ])('on %s, %s stays %s', (background, color, text) => {
    expect(readableOn(background, color)).toBe(text);
  });

  it('on any colour can be read: a colour that cannot becomes a shade of it', () => {
    const color = stringMatching(/^#[\da-f]{6}$/);
    assert(
      property(color, color, (background, text) => {
        expect(contrast(textOn(background), background)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(contrast(readableOn(background, text), background)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }),
    );
    expect(readableOn('#ffffff', '#ffd400')).not.toBe('#000000');
  });
});
