import { assert, constantFrom, double, integer, oneof, option, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../time/locale.ts';
import { columnFormat } from './column-format.ts';
import { formatTyped, formatValue } from './format.ts';
import type { Unit } from './unit.ts';

const measuredUnits = [
  'scalar',
  'byte',
  'bps',
  'percent',
  'second',
  'millisecond',
  'pps',
  'celsius',
  'rpm',
  'watt',
] satisfies readonly Unit[];

const near = (bound: number) =>
  tuple(integer({ min: 1, max: 9 }), integer({ min: -16, max: 1 }), constantFrom(-1, 1)).map(
    ([digit, exponent, sign]) => bound + sign * digit * 10 ** exponent,
  );

/** Any finite number, more often one that lies close to a bound, a typed one or a neighbour of 100. */
const values = oneof(
  double({ noNaN: true, noDefaultInfinity: true }),
  double({ min: -150, max: 150, noNaN: true }),
  double({ min: 99, max: 101, noNaN: true }),
  integer({ min: -2_000_000, max: 2_000_000 }).map((number) => number / 10_000),
  near(0),
  near(100),
  constantFrom(0, 100, 5e-324, -5e-324, 99.999_999_999_999_99, 100 + 1e-13, 2 ** 53 + 2, 1e300),
);
/** What users type: at most five decimals. */
const typed = oneof(
  integer({ min: -15_000_000, max: 15_000_000 }).map((number) => number / 100_000),
  integer({ min: -100_000_000, max: 100_000_000 }),
);
const decimals = option(integer({ min: 0, max: 6 }), { nil: undefined });

const factors: Readonly<Record<string, number>> = {
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Z: 1e21,
  Y: 1e24,
  ms: 1e-3,
  s: 1,
  min: 60,
  h: 3_600,
  d: 86_400,
  j: 86_400,
};

/** What a text says: a number, and on which side of it. */
function read(text: string, unit: Unit): readonly [number: number, side: number] {
  const plain = text.replaceAll(/[\u00A0\u202F]/g, ' ');
  const mark = /^[<>]/.exec(plain)?.[0];
  const isDuration = unit === 'second' || unit === 'millisecond';
  const sign = /^(?:[<>] )?-/.test(plain) ? -1 : 1;
  const parts = [...plain.matchAll(/(\d[\d,]*(?:\.\d+)?) ?([a-zA-Z]*)/g)].map(
    ([, digits = '', symbol = '']) => {
      const factor = isDuration
        ? factors[symbol]
        : /^[kMGTPEZY]/.test(symbol)
          ? factors[symbol.charAt(0)]
          : 1;
      return Number(digits.replaceAll(',', '')) * (factor ?? Number.NaN);
    },
  );
  const side = mark === '<' ? -1 : mark === '>' ? 1 : 0;
  return [sign * parts.reduce((sum, part) => sum + part, 0), side];
}

/** Below zero where `one` says less than `other`. */
function order(one: readonly [number, number], other: readonly [number, number]): number {
  const isSame = Math.abs(one[0] - other[0]) <= Math.abs(other[0]) * 1e-14;
  return isSame ? one[1] - other[1] : one[0] - other[0];
}

describe('the digits of a figure', () => {
  it.each(languages)(
    'never read as zero where it is not zero, nor as 100 %% where it is not 100 %%, %s',
    (language) => {
      assert(
        property(values, constantFrom(...measuredUnits), decimals, (value, unit, fixed) => {
          const style = { unit, decimals: fixed };
          const text = formatValue(value, style, language);
          if (value !== 0) expect(text).not.toBe(formatValue(0, style, language));
          if (value !== 100 && unit === 'percent') expect(text).not.toBe(formatValue(100, style, language));
        }),
        { numRuns: 3_000 },
      );
    },
  );

  it('never read as a limit that the figure is not', () => {
    assert(
      property(typed, oneof(values, near(0)), constantFrom(...measuredUnits), (limit, distance, unit) => {
        const value = limit + distance;
        const text = formatValue(value, { unit, limits: [limit] }, 'en');
        const threshold = formatTyped(limit, unit, 'en');
        if (value === limit) expect(text).toBe(threshold);
        // Numbers that differ in their last digit may not do so when both are divided for their prefix.
        if (Math.abs(value - limit) < Math.abs(limit) * 1e-12) return;
        const side = Math.sign(order(read(text, unit), read(threshold, unit)));
        if (side !== Math.sign(value - limit)) expect([value, text]).toEqual([limit, threshold]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('which is rounded down to a limit is marked', () => {
    const style = { unit: 'percent', limits: [98] } as const;
    expect(formatValue(98.000_000_5, style, 'en')).toBe('>\u00A098%');
  });

  it('never say less of a greater value', () => {
    assert(
      property(values, values, constantFrom(...measuredUnits), decimals, (one, other, unit, fixed) => {
        const [least, most] = one < other ? [one, other] : [other, one];
        const texts = [least, most].map((value) => formatValue(value, { unit, decimals: fixed }, 'en'));
        const [first, second] = texts.map((text) => read(text, unit));
        if (order(first!, second!) > 0) expect(texts).toEqual([least, most]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('of an availability never say more than was reached', () => {
    assert(
      property(double({ min: 98, max: 100, noNaN: true }), decimals, (value, fixed) => {
        const [number, side] = read(
          formatValue(value, { unit: 'percent', decimals: fixed }, 'en'),
          'percent',
        );
        // 32-bit floats have seven digits.
        expect(number - (side === 1 ? 10 ** -(fixed ?? 4) : 0)).toBeLessThanOrEqual(value + 5e-6);
      }),
    );
  });
});

describe('the digits of a column', () => {
  it('are equally many behind the point for each prefix', () => {
    assert(
      property(tuple(values, values, values), constantFrom(...measuredUnits), (column, unit) => {
        const format = columnFormat(column, unit, 'en');
        const known = new Map<string, number>();
        for (const text of column
          .map(format)
          .filter((each) => !/\d\D+\d+\u00A0\w+$/.test(each) && !/min|h|d$/.test(each))) {
          const [, places = '', symbol = ''] = /(?:\.(\d+))?(\D*)$/.exec(text) ?? [];
          expect(places.length).toBe(known.get(symbol) ?? places.length);
          known.set(symbol, places.length);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('keep the order of its values, and what is neither zero nor 100 % apart from them', () => {
    assert(
      property(tuple(values, values, values), constantFrom(...measuredUnits), (column, unit) => {
        const sorted = [0, 100, ...column].toSorted((one, other) => one - other);
        const format = columnFormat(sorted, unit, 'en');
        const texts = sorted.map(format);
        sorted.forEach((value, index) => {
          if (value !== 0) expect(texts[index]).not.toBe(format(0));
          if (value !== 100 && unit === 'percent') expect(texts[index]).not.toBe(format(100));
          const next = texts[index + 1];
          if (next !== undefined && order(read(texts[index]!, unit), read(next, unit)) > 0)
            expect(texts).toEqual(sorted);
        });
      }),
      { numRuns: 2_000 },
    );
  });
});
