import { assert, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberReadings } from './number-readings.ts';

describe('a number as people type it', () => {
  it.each<readonly [string, readonly number[]]>([
    ['200', [200]],
    ['-12', [-12]],
    ['1e6', [1e6]],
    ['1.5e6', [1.5e6]],
    ['1.500e6', [1.5e6]],
    ['1,5', [1.5]],
    ['48.8566', [48.8566]],
    ['0,500', [0.5]],
    ['0.125', [0.125]],
    ['1000,500', [1000.5]],
    ['1,000', [1, 1000]],
    ['1.000', [1, 1000]],
    ['10,000', [10, 10_000]],
    ['100,000', [100, 100_000]],
    ['-45.764', [-45.764, -45_764]],
    ['1.000.000', []],
    ['1,234.5', []],
    ['1 000', []],
    ["1'000", []],
    ['1,', []],
    [',5', []],
    ['0x10', []],
    ['Infinity', []],
    ['', []],
  ])('%j can be %j', (text, readings) => {
    expect(numberReadings(text)).toEqual(readings);
  });

  it('can always be what a program writes, with either decimal mark', () => {
    assert(
      property(double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = String(number === 0 ? 0 : number);
        expect(numberReadings(text)[0]).toBe(Number(text));
        expect(numberReadings(text.replace('.', ','))[0]).toBe(Number(text));
      }),
    );
  });

  it('is never a thousandth of what was meant without another reading', () => {
    assert(
      property(integer({ min: 1_000, max: 999_999 }), (number) => {
        for (const language of ['en', 'de'])
          expect(numberReadings(number.toLocaleString(language))).toContain(number);
      }),
    );
  });
});
