import { describe, expect, it } from 'vitest';
import { exploreSource } from './source.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const now = 20_000 * DAY;

const source = (seconds: number, raw: boolean) =>
  exploreSource({
    request: { from: now - seconds, to: now, step: 'auto', raw },
    fields: [],
    timeZone: 'UTC',
    now,
    retention: { raw: 3, days: { '5m': 31, '1h': 400, '1d': 1_096 } },
  });

describe('the steps of the explorer', () => {
  it.each([
    [HOUR, true, 'flows', 300],
    [HOUR, false, 'flows_5m', 300],
    [2 * DAY, true, 'flows', 900],
    [30 * DAY, false, 'flows_1h', 21_600],
    [300 * DAY, false, 'flows_1h', DAY],
  ])(
    'of %i s are multiples of five minutes, the length of the windows, also of raw flows: %s',
    (seconds, raw, table, step) => {
      const found = source(seconds, raw);
      expect([found.table, found.step]).toEqual([table, step]);
    },
  );
});
