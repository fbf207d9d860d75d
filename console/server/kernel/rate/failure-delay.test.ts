import { expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { FailureDelay } from './failure-delay.ts';

const policy = { freeFailures: 2, maxDelayMs: 10_000, forgiveMs: 60_000, maxKeys: 3 };
function delays() {
  const clock = new ManualClock(1_000_000);
  const delay = new FailureDelay(clock, policy);
  const fail = (key: string, times: number): void => {
    for (let time = 0; time < times; time += 1) delay.count(key);
  };
  return { clock, delay, fail };
}

it.each([
  [0, 0],
  [1, 0],
  [2, 1_000],
  [3, 2_000],
  [4, 4_000],
  [5, 8_000],
  [6, 10_000],
  [5_000, 10_000],
])('after %d failures the next attempt is accepted in %d ms', (failures, expected) => {
  const { delay, fail } = delays();
  fail('a', failures);
  expect(delay.waitMs('a')).toBe(expected);
  expect(delay.waitMs('b')).toBe(0);
});

it('the delay starts at the last failure', async () => {
  const { clock, delay, fail } = delays();
  fail('a', 4);
  await clock.advance(2_500);
  expect(delay.waitMs('a')).toBe(1_500);
  await clock.advance(1_500);
  expect(delay.waitMs('a')).toBe(0);
});

it('one failure is forgiven after each minute without another', async () => {
  const { clock, delay, fail } = delays();
  fail('a', 4);
  await clock.advance(3 * 60_000);
  fail('a', 1);
  expect(delay.waitMs('a')).toBe(1_000);
  await clock.advance(10 * 60_000);
  fail('a', 1);
  expect(delay.waitMs('a')).toBe(0);
});

it('a successful attempt is removed, alone or with all earlier ones', () => {
  const { delay, fail } = delays();
  fail('a', 3);
  delay.forgive('a');
  expect(delay.waitMs('a')).toBe(1_000);
  delay.forget('a');
  expect(delay.waitMs('a')).toBe(0);
  delay.forgive('a');
  fail('a', 1);
  expect(delay.waitMs('a')).toBe(0);
});

it('at most maxKeys keys are retained, and the key that failed longest ago is evicted', () => {
  const { delay, fail } = delays();
  for (const key of ['a', 'b', 'c', 'a', 'd']) fail(key, 2);
  expect(['a', 'b', 'c', 'd'].map((key) => delay.waitMs(key) > 0)).toEqual([true, false, true, true]);
});
