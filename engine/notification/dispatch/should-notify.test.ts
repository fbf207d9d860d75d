import { expect, it } from 'vitest';
import { shouldNotify } from './should-notify.ts';

it.for([
  ['raise', 'none', 0, true],
  ['clear', 'none', 0, true],
  ['raise', 'acknowledged', 0, false],
  ['clear', 'acknowledged', 0, true],
  ['raise', 'silenced', 0, false],
  ['clear', 'silenced', 0, false],
  ['raise', 'none', 60_000, true],
  ['raise', 'none', 60_001, false],
  ['clear', 'acknowledged', 60_001, false],
] as const)(
  'a %s of an alarm with handling %s and an age of %s ms: told is %s',
  ([edge, handling, ageMs, told]) => {
    expect(shouldNotify({ edge, atMs: 1_000 }, { nowMs: 1_000 + ageMs, maxAgeMs: 60_000, handling })).toBe(
      told,
    );
  },
);
