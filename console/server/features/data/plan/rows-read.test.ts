import { describe, expect, it } from 'vitest';
import { rowsOfElement } from './rows-read.ts';
import type { WayRequest } from '../sql/value-way.ts';

const DAY = 86_400;
const DAYS = 100;
const START = Date.parse('2026-06-01T00:00:00Z') / 1_000;

const requestOf = (change: Partial<WayRequest>): WayRequest => ({
  customer: 1,
  from: START,
  to: START + DAYS * DAY,
  working: '5m',
  display: '1d',
  timeZone: 'UTC',
  kind: 'gauge',
  over: 'average',
  own: 'average',
  strategy: 'before any aggregation',
  aggregation: 'average',
  level: 0.95,
  by: 'element',
  sites: undefined,
  ...change,
});

describe('the rows of an element that a request reads', () => {
  it.each<readonly [string, Partial<WayRequest>, 1 | 2 | 4, number]>([
    ['are days of UTC', {}, 1, DAYS],
    [
      'are hours where days of the time zone are put together from them',
      { timeZone: 'Europe/Paris' },
      1,
      24 * DAYS,
    ],
    ['are hours of days as points, too', { timeZone: 'Europe/Paris', working: '1d' }, 1, 24 * DAYS],
    ['are halves of hours of a customer in India', { timeZone: 'Asia/Kolkata' }, 2, 48 * DAYS],
    ['are quarters of hours of a customer in Nepal, in any zone', { timeZone: 'Europe/Paris' }, 4, 96 * DAYS],
    ['are days of UTC of such a customer', {}, 4, DAYS],
    ['are hours of UTC where they are shown', { display: '1h' }, 1, 24 * DAYS],
    [
      'are days of UTC where hours have expired',
      { timeZone: 'Europe/Paris', hoursFrom: START + 60 * DAY },
      1,
      60 + 40 * 24,
    ],
    [
      'are days of UTC and hours at both ends of one value',
      { timeZone: 'Europe/Paris', isTotal: true },
      1,
      DAYS,
    ],
    [
      'are hours of one value of business days',
      { timeZone: 'Europe/Paris', isTotal: true, days: [1, 2] },
      1,
      24 * DAYS,
    ],
    ['are windows of five minutes of percentiles', { aggregation: 'percentile' }, 1, 288 * DAYS],
    [
      'are windows of five minutes of points of several elements',
      { by: 'none', aggregation: 'maximum' },
      1,
      288 * DAYS,
    ],
    [
      'are windows of five minutes where hours do not fit the zone',
      { timeZone: 'Asia/Kolkata', isFromMinutes: true },
      1,
      288 * DAYS,
    ],
  ])('%s', (_, change, hourParts, rows) => {
    expect(rowsOfElement(requestOf(change), hourParts)).toBe(rows);
  });
});
