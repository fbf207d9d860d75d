import { expect, test } from 'vitest';
import { fillLevel } from './stream-fill.ts';

test.each([
  [0, 'ok'],
  [69, 'ok'],
  [70, 'warning'],
  [89, 'warning'],
  [90, 'critical'],
  [101, 'critical'],
])('a stream at %d %% is %s', (percent, level) => {
  expect(fillLevel(percent * 1_024, 100 * 1_024)).toBe(level);
});
