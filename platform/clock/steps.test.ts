import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';
import { collect, forEachIndex, runCooperatively, runSync, sortByNumber } from './steps.ts';

describe('runCooperatively', () => {
  it.each([-3_600_000, 0, 3_600_000])(
    'yields after 25 ms of steps, also when the clock is set by %d ms in between',
    async (byMs) => {
      const clock = new ManualClock(Date.UTC(2026, 0, 1));
      let pauses = 0;
      const pause = (): Promise<void> => {
        pauses += 1;
        return Promise.resolve();
      };
      function* steps(): Generator<undefined, string> {
        clock.setBy(byMs);
        for (let step = 0; step < 10; step += 1) {
          void clock.advance(10);
          yield undefined;
        }
        return 'done';
      }
      const signal = new AbortController().signal;
      expect(await runCooperatively(steps(), { clock, signal, pause })).toBe('done');
      expect(pauses).toBe(3);
    },
  );
});

describe('sortByNumber', () => {
  it('sorts as a stable sort does', () => {
    const value = fc.record({ id: fc.integer({ min: 0, max: 2_000 }), name: fc.nat() });
    fc.assert(
      fc.property(fc.array(value, { size: 'large' }), (values) => {
        const sorted = runSync(sortByNumber(values, ({ id }) => id));
        expect(sorted).toEqual(values.toSorted((a, b) => a.id - b.id));
      }),
    );
  });

  it('returns a sorted array itself', () => {
    const values = Array.from({ length: 20_000 }, (_, id) => id);
    expect(runSync(sortByNumber(values, (id) => id))).toBe(values);
  });
});

it('forEachIndex and collect take several steps over many values and visit each once', () => {
  const seen: number[] = [];
  const steps = [...forEachIndex(20_000, (index) => seen.push(index))];
  expect(steps.length).toBeGreaterThan(2);
  expect(seen).toEqual(Array.from({ length: 20_000 }, (_, index) => index));
  const even = collect(seen, (one) => (one % 2 === 0 ? one : undefined));
  expect(even.next()).toEqual({ done: false, value: undefined });
  expect(runSync(even)).toEqual(seen.filter((one) => one % 2 === 0));
});
