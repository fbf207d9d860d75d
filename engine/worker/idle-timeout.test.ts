import { expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { IdleTimeout } from './idle-timeout.ts';

const MINUTE = 60_000;
const LATENESS_MS = MINUTE;

function aLength() {
  const clock = new ManualClock(0);
  return { clock, length: new IdleTimeout({ clock, allowedLatenessMs: LATENESS_MS, assumedMs: 5 * MINUTE }) };
}

it.each([
  ['with no interval known: that of the window', [], 4 * MINUTE],
  ['every five minutes', [5 * MINUTE], 4 * MINUTE],
  ['every quarter of an hour', [15 * MINUTE], 14 * MINUTE],
  ['every ten seconds: twenty seconds', [10_000], 20_000],
  ['by pollers of several intervals: the longest', [10_000, 15 * MINUTE, 5 * MINUTE], 14 * MINUTE],
] as const)('where devices are polled %s', (_, intervals, expected) => {
  const { length } = aLength();
  for (const interval of intervals) length.observeInterval(interval);
  expect(length.ms).toBe(expected);
});

it('outlasts, with the allowed lateness, a poll that takes nine tenths of its interval', () => {
  for (let seconds = 1; seconds <= 86_400; seconds += 7) {
    const { length } = aLength();
    length.observeInterval(seconds * 1_000);
    expect(length.ms + LATENESS_MS).toBeGreaterThanOrEqual(0.9 * seconds * 1_000);
  }
});

it('ignores a poller not seen for three of its intervals while others were', async () => {
  const { clock, length } = aLength();
  length.observeInterval(15 * MINUTE);
  length.observeInterval(10_000);
  await clock.advance(45 * MINUTE);
  expect(length.ms).toBe(14 * MINUTE);
  length.observeInterval(10_000);
  expect(length.ms).toBe(14 * MINUTE);
  await clock.advance(1);
  length.observeInterval(10_000);
  expect(length.ms).toBe(20_000);
});

it('is not shorter after a restart than before', () => {
  const { length } = aLength();
  length.restore(14 * MINUTE);
  expect(length.ms).toBe(14 * MINUTE);
});
