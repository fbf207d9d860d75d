import { expect, it } from 'vitest';
import { serviceBudget } from './service-budget.ts';

const MONTH_MS = 30 * 86_400_000;

it.each([
  ['nothing missed', 100, 99.9, { isKept: true, allowedMs: 2_592_000, leftMs: 2_592_000 }],
  ['exactly the promise', 99.9, 99.9, { isKept: true, allowedMs: 2_592_000, leftMs: 0 }],
  ['more missed than allowed', 99.8, 99.9, { isKept: false, allowedMs: 2_592_000, leftMs: -2_592_000 }],
  ['all of the time promised', 99.99, 100, { isKept: false, allowedMs: 0, leftMs: -259_200 }],
])('the time that may be missed in 30 days: %s', (_, reached, promise, budget) => {
  const { isKept, allowedMs, leftMs } = serviceBudget(reached, promise, MONTH_MS);
  expect({ isKept, allowedMs: Math.round(allowedMs), leftMs: Math.round(leftMs) + 0 }).toEqual(budget);
});

it('just below the promise is not kept, however it is rounded', () => {
  expect(serviceBudget(99.8999999, 99.9, MONTH_MS).isKept).toBe(false);
});
