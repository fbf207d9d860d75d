import { describe, expect, it } from 'vitest';
import { freshnessOf, oldestOf, type DataTimes, type Freshness, type LiveState } from './freshness.ts';

const NOW = Date.parse('2026-11-22T12:45:00Z');
const seconds = (count: number): number => NOW - count * 1_000;
/** Seconds since the newest sample and the newest decision, and the window length. */
const times = (sample: number, decision = sample, length = 10): DataTimes => ({
  at: seconds(sample),
  window: { start: seconds(decision) / 1_000 - length, length, decided: seconds(decision) },
});

interface Case {
  readonly says: string;
  readonly times: DataTimes | undefined;
  readonly connection?: LiveState;
  readonly past?: boolean;
  readonly is: Freshness['is'];
  readonly since?: number;
}

const cases: readonly Case[] = [
  { says: 'data of this window', times: times(0.3), is: 'live', since: seconds(0.3) },
  { says: 'data of the last window', times: times(19), is: 'live' },
  { says: 'exactly two windows', times: times(20), is: 'live' },
  { says: 'more than two windows', times: times(21), is: 'delayed', since: seconds(21) },
  { says: 'exactly three windows', times: times(30), is: 'delayed' },
  { says: 'more than three windows', times: times(31), is: 'stale', since: seconds(31) },
  { says: 'seven minutes in windows of 10 s', times: times(420), is: 'stale', since: seconds(420) },
  { says: 'seven minutes in windows of 5 min', times: times(420, 420, 300), is: 'live' },
  { says: 'new samples without decisions', times: times(1, 45), is: 'stale', since: seconds(45) },
  { says: 'decisions without new samples', times: times(25, 1), is: 'delayed', since: seconds(25) },
  { says: 'no window stated yet', times: { at: seconds(590) }, is: 'live' },
  { says: 'no window stated for long', times: { at: seconds(901) }, is: 'stale' },
  { says: 'a sample ahead of the clock', times: times(-2), is: 'live' },
  { says: 'no sample at all', times: { at: 0 }, is: 'waiting' },
  { says: 'nothing loaded', times: undefined, is: 'waiting' },
  { says: 'nothing loaded, not connected yet', times: undefined, connection: 'connecting', is: 'connecting' },
  { says: 'old data, not connected yet', times: times(31), connection: 'connecting', is: 'stale' },
  { says: 'new data, not connected yet', times: times(1), connection: 'connecting', is: 'connecting' },
  { says: 'no connection', times: times(1), connection: 'offline', is: 'offline' },
  { says: 'a past time', times: times(1), past: true, is: 'history' },
  { says: 'a past time, no connection', times: times(1), connection: 'offline', past: true, is: 'offline' },
];

describe('freshness of data', () => {
  it.each(cases)('$says: $is', ({ times: given, connection = 'live', past = false, is, since }) => {
    const freshness = freshnessOf(given, { connection, past, now: NOW });
    expect(freshness.is).toBe(is);
    if (since !== undefined) expect(freshness).toMatchObject({ since });
  });

  it('of several is that of the one furthest behind in its own windows', () => {
    const [quick, slow, none] = [times(25), times(400, 400, 300), { at: 0 }];
    expect(oldestOf([slow, none, quick], NOW)).toBe(quick);
    expect(oldestOf([none], NOW)).toBeUndefined();
  });
});
