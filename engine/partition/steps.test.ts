import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gathered, ordered, runThrough, through } from './steps.ts';

it('values are put in order as by a sort that keeps equal ones as they stood', () => {
  const value = fc.record({ id: fc.integer({ min: 0, max: 2_000 }), name: fc.nat() });
  fc.assert(
    fc.property(fc.array(value, { size: 'large' }), (values) => {
      const found = runThrough(ordered(values, ({ id }) => id));
      expect(found).toEqual(values.toSorted((a, b) => a.id - b.id));
    }),
  );
});

it('what stands in order is not made anew', () => {
  const values = Array.from({ length: 20_000 }, (_, id) => id);
  expect(runThrough(ordered(values, (id) => id))).toBe(values);
});

it('very many values are gone through in steps, each once', () => {
  const seen: number[] = [];
  const steps = [...through(20_000, (index) => seen.push(index))];
  expect(steps.length).toBeGreaterThan(2);
  expect(seen).toEqual(Array.from({ length: 20_000 }, (_, index) => index));
  const even = gathered(seen, (one) => (one % 2 === 0 ? one : undefined));
  expect(even.next()).toEqual({ done: false, value: undefined });
  expect(runThrough(even)).toEqual(seen.filter((one) => one % 2 === 0));
});
