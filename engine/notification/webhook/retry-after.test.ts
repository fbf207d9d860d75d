import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.UTC(2027, 0, 5, 8);

it.for([
  [undefined, undefined],
  ['120', 120_000],
  ['999999', 3_600_000],
  ['0', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['Tue, 05 Jan 2027 08:01:00 GMT', 60_000],
  ['Tue, 05 Jan 2027 07:59:00 GMT', undefined],
] as const)('Retry-After %s is a wait of %s ms', ([header, waitMs]) => {
  expect(retryAfterMs(header, NOW)).toBe(waitMs);
});
