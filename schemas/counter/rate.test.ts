import { describe, expect, it } from 'vitest';
import { agentElapsed, growthOf, maxPackets } from './rate.ts';

const DAYS_497_MS = 2 ** 32 * 10;

describe('the time between two polls', () => {
  it.each([
    {
      title: 'is counted by the agent',
      before: 1_000_000,
      after: 1_060_200,
      elapsed: 60_000,
      expected: 60_200,
    },
    {
      title: 'is the poller’s when the agent reports none',
      before: 0,
      after: 0,
      elapsed: 60_000,
      expected: 60_000,
    },
    {
      title: 'is the poller’s when only one poll reports it',
      before: 5_000,
      after: 0,
      elapsed: 9_000,
      expected: 9_000,
    },
    {
      title: 'continues across the wrap of sysUpTime after 497 days',
      before: DAYS_497_MS - 20_000,
      after: 40_000,
      elapsed: 60_100,
      expected: 60_000,
    },
    {
      title: 'is unknown when the agent restarted',
      before: 86_400_000,
      after: 30_000,
      elapsed: 60_000,
      expected: NaN,
    },
    {
      title: 'is unknown when the agent restarted in its 496th day',
      before: DAYS_497_MS - 80_000_000,
      after: 30_000,
      elapsed: 60_000,
      expected: NaN,
    },
    {
      title: 'is unknown when a young agent restarted and its uptime still grew',
      before: 5_000,
      after: 120_000,
      elapsed: 300_000,
      expected: NaN,
    },
    {
      title: 'is unknown when the agent’s clock has stopped',
      before: 5_000,
      after: 5_000,
      elapsed: 5_000,
      expected: NaN,
    },
  ])('$title', ({ before, after, elapsed, expected }) => {
    expect(agentElapsed(before, after, elapsed)).toBe(expected);
  });
});

describe('the growth of a counter', () => {
  it.each([
    { title: 'is the difference', difference: 1_500, plausible: undefined, expected: 1_500 },
    { title: 'of nothing is nothing', difference: 0, plausible: undefined, expected: 0 },
    { title: 'is unknown when a Counter64 went back', difference: -1, plausible: undefined, expected: NaN },
    {
      title: 'wraps a Counter32 once',
      difference: 100 - 4_294_967_200,
      plausible: 1_000,
      expected: 196,
    },
    {
      title: 'is unknown when the line could not carry it',
      difference: 100 - 4_294_967_200,
      plausible: 195,
      expected: NaN,
    },
    {
      title: 'is unknown when a Counter32 was reset',
      difference: -2_000_000,
      plausible: 119_209_289,
      expected: NaN,
    },
    {
      title: 'of a Counter32 is unknown while the speed is',
      difference: -1,
      plausible: 0,
      expected: NaN,
    },
    {
      title: 'of more than 32 bits back is no wrap',
      difference: -5_000_000_000,
      plausible: 1e12,
      expected: NaN,
    },
  ])('$title', ({ difference, plausible, expected }) => {
    expect(growthOf(difference, plausible)).toBe(expected);
  });

  it('is at most one smallest frame after the other', () => {
    expect(maxPackets(1_000_000_000, 60_000)).toBe(117_187_500);
  });
});
