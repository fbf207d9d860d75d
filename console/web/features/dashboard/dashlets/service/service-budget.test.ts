import { expect, it } from 'vitest';
import { isShareOfTime, serviceBudget } from './service-budget.ts';

const MONTH_MS = 30 * 86_400_000;

it.each([
  ['nothing missed', 100, 99.9, { isMet: true, allowedMs: 2_592_000, leftMs: 2_592_000 }],
  ['exactly the promise', 99.9, 99.9, { isMet: true, allowedMs: 2_592_000, leftMs: 0 }],
  ['more missed than allowed', 99.8, 99.9, { isMet: false, allowedMs: 2_592_000, leftMs: -2_592_000 }],
  ['all of the time promised', 99.99, 100, { isMet: false, allowedMs: 0, leftMs: -259_200 }],
])('the time that may be missed in 30 days: %s', (_, reached, promise, budget) => {
  const { isMet, allowedMs, leftMs } = serviceBudget(reached, promise, MONTH_MS);
  expect({ isMet, allowedMs: Math.round(allowedMs), leftMs: Math.round(leftMs) + 0 }).toEqual(budget);
});

it('just below the promise is not met, however it is rounded', () => {
  expect(serviceBudget(99.8999999, 99.9, MONTH_MS).isMet).toBe(false);
});

it.each([
  [true, { unit: 'percent', aggregation: 'average', businessHours: '24h' }],
  [true, { unit: 'percent', aggregation: 'average', businessHours: undefined }],
  [false, { unit: 'percent', aggregation: 'minimum', businessHours: '24h' }],
  [false, { unit: 'percent', aggregation: 'average', businessHours: '8-18' }],
  [false, { unit: 'millisecond', aggregation: 'average', businessHours: '24h' }],
])('only a mean in percent of every hour is a share of time: %s of %o', (is, reached) => {
  expect(isShareOfTime(reached)).toBe(is);
});
