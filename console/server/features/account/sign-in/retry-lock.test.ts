import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { retryLockEnd } from './retry-lock.ts';

const now = new Date(1_800_000_000_000);
it.each([
  [15, 0, false, 15 * MINUTE_MS],
  [15, 1, false, 30 * MINUTE_MS],
  [15, 2, true, 60 * MINUTE_MS],
  [15, 7, false, DAY_MS],
  [1_440, 0, false, DAY_MS],
  [15, 5_000, false, DAY_MS],
  [null, 0, false, null],
  [null, 3, false, null],
  [null, 0, true, 15 * MINUTE_MS],
  [null, 1, true, 30 * MINUTE_MS],
])(
  'with %s minutes, after %d locks, the last administrator: %s, it ends in %s ms',
  (lockMinutes, earlierLocks, isLastAdministrator, expected) => {
    const end = retryLockEnd({ now, lockMinutes, earlierLocks, isLastAdministrator });
    expect(end && end.getTime() - now.getTime()).toBe(expected);
  },
);
