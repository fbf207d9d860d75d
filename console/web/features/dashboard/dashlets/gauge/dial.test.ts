import { describe, expect, it } from 'vitest';
import type { Axis } from '#schemas/dashboard/dashlet-parts.ts';
import { dialEnds, dialFill, offScale } from './dial.ts';

const axis = (bounds: Pick<Axis, 'min' | 'max'> = {}): Axis => ({ title: '', scale: 'linear', ...bounds });
const levels = (...from: readonly number[]) => from.map((at) => ({ from: at, level: 'warning' as const }));

describe('the ends of a dial', () => {
  it.each([
    ['are 0 and 100 for percents', {}, 'percent', 30, [], [0, 100]],
    ['are 0 and the next round number for others', {}, 'bps', 41, [], [0, 50]],
    ['are those of the axis', { min: 10, max: 20 }, 'bps', -3, levels(-8), [10, 20]],
    ['are on both sides of zero for percents below it', {}, 'percent', -30, [], [-100, 100]],
    ['hold a value below zero', {}, 'scalar', -67, [], [-100, 0]],
    ['hold a threshold below zero', {}, 'scalar', 4, levels(-8, 2), [-10, 5]],
    ['hold thresholds above a value below zero', {}, 'scalar', -4, levels(8), [-5, 8]],
    ['lie below an end that is no more than zero', { max: -20 }, 'scalar', -30, [], [-50, -20]],
    ['are there without a value', {}, 'scalar', null, [], [0, 1]],
  ] as const)('%s', (_, bounds, unit, value, thresholds, ends) => {
    expect(dialEnds(axis(bounds), { unit, value, thresholds: [...thresholds] })).toEqual(ends);
  });
});

describe('a dial', () => {
  it.each([
    ['is filled from its beginning', 25, [0, 100], [0, 0.25]],
    ['is filled from zero down to a value below it', -50, [-100, 100], [0.25, 0.5]],
    ['is filled from zero up to a value above it', 50, [-100, 100], [0.5, 0.75]],
    ['that ends at zero is filled from its beginning', -60, [-100, 0], [0, 0.4]],
    ['without a value is empty', null, [-100, 100], [0, 0]],
  ] as const)('%s', (_, value, ends, filled) => {
    expect(dialFill(value, ends)).toEqual(filled);
  });

  it('names the values that its axis leaves out', () => {
    expect([-1, 0, 10, 11, null].map((value) => offScale(value, [0, 10]))).toEqual([
      'belowScale',
      undefined,
      undefined,
      'aboveScale',
      undefined,
    ]);
  });
});
