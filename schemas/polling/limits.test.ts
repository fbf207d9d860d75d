import { describe, expect, it } from 'vitest';
import { latenessOf, maxPublishDelayMs } from './limits.ts';

const defaults = { intervalMs: 300_000, timeoutMs: 2_000, retries: 1 };

describe('the automatic allowed lateness', () => {
  it.each([
    ['is a minute with the default limits', defaults, 60_000],
    [
      'covers three requests with all of their attempts',
      { ...defaults, timeoutMs: 10_000, retries: 2 },
      91_000,
    ],
    [
      'is at most nine tenths of the interval and a request',
      { ...defaults, timeoutMs: 60_000, retries: 4 },
      571_000,
    ],
    ['is a minute at least', { intervalMs: 5_000, timeoutMs: 100, retries: 0 }, 60_000],
  ] as const)('%s', (_, limits, expected) => {
    expect(latenessOf(limits)).toBe(expected);
    expect(latenessOf(limits)).toBeGreaterThanOrEqual(maxPublishDelayMs(limits));
  });
});
