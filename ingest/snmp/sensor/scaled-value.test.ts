import { describe, expect, it } from 'vitest';
import { thousandthsIn, thousandthsOf } from './scaled-value.ts';

describe('a value of ENTITY-SENSOR-MIB', () => {
  // EntitySensorDataScale, from yocto to yotta.
  it.each([
    [1, 1e-24, undefined],
    [2, 1e-21, undefined],
    [3, 1e-18, undefined],
    [4, 1e-15, undefined],
    [5, 1e-12, undefined],
    [6, 1e-9, undefined],
    [7, 1e-6, undefined],
    [8, 1e-3, undefined],
    [9, 1, undefined],
    [10, 1e3, undefined],
    [11, 1e6, undefined],
    [12, 1e9, undefined],
    [13, 1e12, 1],
    [14, 1e15, 1],
    [15, 1e18, 1],
    [16, 1e21, 1],
    [17, 1e24, 1],
  ])('of scale %d is multiplied by %d', (scale, factor, small) => {
    // Above 2^53 thousandths there is no exact integer.
    const value = small ?? 45_678_901;
    const exact = value * factor * 1_000;
    const expected = Number.isSafeInteger(Math.round(exact)) ? Math.round(exact) : undefined;
    expect(thousandthsOf({ value, scale, precision: 0 })).toBe(expected);
  });

  it.each([
    ['units', 34, 9, 0, 34_000],
    ['tenths', 345, 9, 1, 34_500],
    ['thousandths by precision', 34_558, 9, 3, 34_558],
    ['thousandths by scale', 34_558, 8, 0, 34_558],
    ['milli with a decimal', 33_088, 8, 1, 3_309],
    ['nine decimals', 123_456_789, 9, 9, 123],
    ['nine decimals of kilo', 123_456_789, 10, 9, 123_457],
    ['below zero', -56, 9, 1, -5_600],
    ['accurate digits, which shift nothing', 34, 9, -3, 34_000],
    ['the most accurate digits', 34, 9, -8, 34_000],
    ['milli with accurate digits', 34_000, 8, -2, 34_000],
    ['zero', 0, 13, 0, 0],
    ['the greatest', 999_999_999, 9, 0, 999_999_999_000],
    ['the least', -999_999_999, 9, 0, -999_999_999_000],
  ])('in %s is %d at scale %d and precision %d', (_, value, scale, precision, expected) => {
    expect(thousandthsOf({ value, scale, precision })).toBe(expected);
  });

  it.each([
    ['overflow', 1_000_000_000, 9, 0],
    ['underflow', -1_000_000_000, 9, 0],
    ['a scale below yocto', 1, 0, 0],
    ['a scale above yotta', 1, 18, 0],
    ['a precision above nine', 1, 9, 10],
    ['a precision below minus eight', 1, 9, -9],
    ['more than an exact integer', 999_999_999, 12, 0],
    ['no value', undefined, 9, 0],
  ])('has none for %s', (_, value, scale, precision) => {
    expect(thousandthsOf({ value, scale, precision })).toBeUndefined();
  });

  it('is in units where scale and precision are not reported', () => {
    expect(thousandthsOf({ value: 41, scale: undefined, precision: undefined })).toBe(41_000);
  });
});

it.each([
  ['51.569', 51_569],
  ['46.381199', 46_381],
  [' 3 ', 3_000],
  ['-4.5', -4_500],
  ['0.000', 0],
  ['', undefined],
  ['n/a', undefined],
  ['1e9', undefined],
  ['12345678901', undefined],
  ['4.', undefined],
])('a decimal text %j is %j thousandths', (text, expected) => {
  expect(thousandthsIn(text)).toBe(expected);
});
