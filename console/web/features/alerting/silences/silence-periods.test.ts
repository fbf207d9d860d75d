import { describe, expect, it } from 'vitest';
import type { SilencePeriod } from '#schemas/silence/period-routes.ts';
import { silencedSites, silencesAt, silenceStretches } from './silence-periods.ts';

const period = (change: Partial<SilencePeriod>): SilencePeriod => ({
  silence: 1,
  reason: 'works',
  maintenance: false,
  from: 100_000,
  until: 200_000,
  sites: [],
  complete: true,
  ...change,
});
const sites = [{ site: 1 }, { site: 2 }, { site: 3 }];
const silenced = { silence: 1, by: 'Ada', reason: 'works', until: null };

describe('the silences at a time', () => {
  it.each([
    [99, 0],
    [100, 1],
    [199, 1],
    [200, 0],
  ])('at %d s are %d', (at, count) => {
    expect(silencesAt([period({})], at)).toHaveLength(count);
  });

  it('list a silence once, and keep one without end', () => {
    const open = period({ until: null });
    expect(silencesAt([open, open], 1_000_000)).toEqual([open]);
  });
});

describe('a site is marked as silenced', () => {
  it.each([
    ['by a silence of it', [period({ sites: [2] })], [], [2]],
    ['by a silence of everything', [period({})], [], [1, 2, 3]],
    ['by a silenced alarm, when the silence names alarms only', [period({ complete: false })], [3], [3]],
    ['by no silence', [], [], []],
  ] as const)('%s', (_, active, withAlarm, expected) => {
    const alarms = [{ site: 1 }, ...withAlarm.map((site) => ({ site, silenced }))];
    expect([...silencedSites(active, { sites, alarms })]).toEqual(expected);
  });
});

describe('on a timeline', () => {
  it('a silence is cut to the period, and one outside it is left out', () => {
    const all = [
      period({}),
      period({ silence: 2, until: null }),
      period({ silence: 3, from: 0, until: 50_000 }),
    ];
    expect(silenceStretches(all, { from: 150, to: 250 })).toEqual([
      { silence: 1, start: 0, end: 0.5 },
      { silence: 2, start: 0, end: 1 },
    ]);
  });
});
