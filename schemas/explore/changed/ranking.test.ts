import { array, assert, double, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contributionOf,
  rankValues,
  stateOf,
  unexplainedOf,
  withOthers,
  type ChangeRates,
} from './ranking.ts';

const total = { now: 98, before: 50 };

describe('the part of a change that the total does not explain', () => {
  it.each<[string, ChangeRates, number]>([
    ['an application that is new', { now: 78, before: 0 }, 78],
    ['what every flow has', total, 0],
    ['what followed the total', { now: 49, before: 25 }, 0],
    ['what contains the cause, by the part that the total does not explain', { now: 95, before: 40 }, 16.6],
    ['what shrank while the total grew', { now: 10, before: 25 }, -15],
    ['what grew less than the total: it has not caused the growth', { now: 26, before: 25 }, 0],
    ['what stayed', { now: 20, before: 20 }, 0],
  ])('of %s', (_, value, expected) => {
    expect(unexplainedOf(value, total)).toBeCloseTo(expected, 9);
  });

  it.each<[string, ChangeRates, number]>([
    ['what vanished', { now: 0, before: 50 }, -25],
    ['what stayed as it was', { now: 50, before: 50 }, 0],
  ])('of a total that fell by half: %s', (_, value, expected) => {
    expect(unexplainedOf(value, { now: 50, before: 100 })).toBe(expected);
  });

  it('is the contribution where nothing was before, and where nothing is left', () => {
    expect(unexplainedOf({ now: 7, before: 0 }, { now: 9, before: 0 })).toBe(7);
    expect(unexplainedOf({ now: 0, before: 7 }, { now: 0, before: 9 })).toBe(-7);
  });

  const rate = double({ min: 0, max: 1e12, noNaN: true });
  const rates = record({ now: rate, before: rate });
  it('is never more than the contribution, and has its sign', () => {
    assert(
      property(rates, rates, (value, other) => {
        const sum = { now: value.now + other.now, before: value.before + other.before };
        const found = unexplainedOf(value, sum);
        expect(Math.abs(found)).toBeLessThanOrEqual(Math.abs(contributionOf(value)) * (1 + 1e-12));
        expect(Math.sign(found) * Math.sign(contributionOf(value))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('lists values whose contributions with those of the others are the difference of the totals', () => {
    assert(
      property(array(rates, { maxLength: 40 }), (values) => {
        const sum = values.reduce(
          (all, { now, before }) => ({ now: all.now + now, before: all.before + before }),
          { now: 0, before: 0 },
        );
        const { values: listed, others } = withOthers(values, sum, 8);
        expect(listed.length).toBe(Math.min(8, values.length));
        const parts = [...listed, others].reduce((all, each) => all + contributionOf(each), 0);
        const size = Math.max(1, sum.now, sum.before);
        expect(Math.abs(parts - contributionOf(sum)) / size).toBeLessThan(1e-9);
      }),
    );
  });

  it('ranks values of all dimensions together and leaves out noise', () => {
    const values = [
      { name: 'tcp', now: 95, before: 40 },
      { name: 'noise', now: 1, before: 0 },
      { name: 'backup', now: 78, before: 0 },
      { name: 'web', now: 10, before: 25 },
      { name: 'site', ...total },
    ];
    expect(rankValues(values, total).map(({ name }) => name)).toEqual(['backup', 'tcp', 'web']);
  });

  it.each<[ChangeRates, string]>([
    [{ now: 5, before: 0 }, 'new'],
    [{ now: 0, before: 5 }, 'vanished'],
    [{ now: 6, before: 5 }, 'risen'],
    [{ now: 4, before: 5 }, 'fallen'],
  ])('calls %o %s', (value, state) => {
    expect(stateOf(value)).toBe(state);
  });
});
