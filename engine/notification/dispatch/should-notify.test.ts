import { expect, it } from 'vitest';
import { shouldNotify } from './should-notify.ts';

it.for([
  [false, 0, true],
  [true, 0, false],
  [false, 60_000, true],
  [false, 60_001, false],
  [true, 60_001, false],
] as const)(
  'an event that is suppressed (%s) and %s ms old is notified: %s',
  ([isSuppressed, ageMs, expected]) => {
    expect(shouldNotify({ atMs: 1_000 }, { nowMs: 1_000 + ageMs, maxAgeMs: 60_000, isSuppressed })).toBe(
      expected,
    );
  },
);
