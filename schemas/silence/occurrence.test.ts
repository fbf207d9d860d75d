import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activityAt, occurrencesFrom } from './occurrence.ts';
import { Recurrence } from './recurrence.ts';
import type { SilenceTimes } from './silence.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string =>
  ms === Infinity ? 'for ever' : new Date(ms).toISOString().replace(':00.000Z', 'Z');

/** The first occurrences of a window from an instant on, as text. */
function first(count: number, times: Partial<SilenceTimes>, from: string): string[] {
  const full = { startsAt: at(from), endsAt: null, recurrence: null, ...times };
  return occurrencesFrom(full, at(from))
    .take(count)
    .map(({ from: begins, until }) => `${iso(begins)} ${iso(until)}`)
    .toArray();
}
const daily = (time: string, minutes: number, zone = 'Europe/Paris'): Recurrence =>
  Recurrence.parse({ every: 'day', time, minutes, zone });

describe('a silence without recurrence', () => {
  const times = { startsAt: 1_000, endsAt: 2_000, recurrence: null };
  it.each([
    [999, false, 1_000],
    [1_000, true, 2_000],
    [1_999, true, 2_000],
    [2_000, false, Infinity],
  ])('at %i is active: %s, until %d', (now, active, until) => {
    expect(activityAt(times, now)).toEqual({ active, until });
  });
});

describe('a maintenance window across a clock change', () => {
  it('keeps its local time and length when summer time starts', () => {
    expect(first(3, { recurrence: daily('22:00', 120) }, '2027-03-27T00:00Z')).toEqual([
      '2027-03-27T21:00Z 2027-03-27T23:00Z',
      '2027-03-28T20:00Z 2027-03-28T22:00Z',
      '2027-03-29T20:00Z 2027-03-29T22:00Z',
    ]);
  });

  it('that starts in the spring gap uses the offset before the gap', () => {
    expect(first(2, { recurrence: daily('02:30', 60) }, '2027-03-27T12:00Z')).toEqual([
      '2027-03-28T01:30Z 2027-03-28T02:30Z',
      '2027-03-29T00:30Z 2027-03-29T01:30Z',
    ]);
  });

  it('of four hours lasts four hours in both nights', () => {
    expect(first(1, { recurrence: daily('01:00', 240) }, '2027-03-28T00:00Z')).toEqual([
      '2027-03-28T00:00Z 2027-03-28T04:00Z',
    ]);
    expect(first(1, { recurrence: daily('01:00', 240) }, '2027-10-30T12:00Z')).toEqual([
      '2027-10-30T23:00Z 2027-10-31T03:00Z',
    ]);
  });

  it('at a repeated time in autumn is active once, the first time', () => {
    expect(first(2, { recurrence: daily('02:30', 30) }, '2027-10-30T12:00Z')).toEqual([
      '2027-10-31T00:30Z 2027-10-31T01:00Z',
      '2027-11-01T01:30Z 2027-11-01T02:00Z',
    ]);
  });

  it('of a full day ends at midnight, also on days of 25 and 23 hours', () => {
    const sunday = (date: string) => {
      const recurrence = Recurrence.parse({
        every: 'week',
        weekdays: [7],
        time: '00:00',
        minutes: 1_440,
        zone: 'Europe/Paris',
      });
      return first(1, { recurrence }, date);
    };
    expect(sunday('2027-10-30T00:00Z')).toEqual(['2027-10-30T22:00Z 2027-10-31T23:00Z']);
    expect(sunday('2027-03-27T00:00Z')).toEqual(['2027-03-27T23:00Z 2027-03-28T22:00Z']);
  });

  it('at a midnight that does not exist starts at one', () => {
    expect(first(1, { recurrence: daily('00:00', 60, 'America/Santiago') }, '2026-09-05T12:00Z')).toEqual([
      '2026-09-06T04:00Z 2026-09-06T05:00Z',
    ]);
  });
});

describe('a maintenance window occurs', () => {
  const common = { time: '03:00', minutes: 60, zone: 'UTC' };
  it.each([
    ['every third day', { every: 'day', interval: 3 }, ['01-01', '01-04', '01-07']],
    ['on weekdays', { every: 'week', weekdays: [1, 5] }, ['01-01', '01-04', '01-08']],
    ['every second week', { every: 'week', interval: 2, weekdays: [4] }, ['01-14', '01-28', '02-11']],
    ['on the last day of the month', { every: 'month', on: { day: -1 } }, ['01-31', '02-28', '03-31']],
    ['on the 15th', { every: 'month', on: { day: 15 } }, ['01-15', '02-15', '03-15']],
    ['on the second Tuesday', { every: 'month', on: { nth: 2, weekday: 2 } }, ['01-12', '02-09', '03-09']],
    [
      'on the last Sunday of every second month',
      { every: 'month', interval: 2, on: { nth: -1, weekday: 7 } },
      ['01-31', '03-28', '05-30'],
    ],
  ])('%s', (_, rule, days) => {
    const recurrence = Recurrence.parse({ ...rule, ...common });
    const found = first(3, { recurrence }, '2027-01-01T00:00Z');
    expect(found.map((text) => text.slice(5, 10))).toEqual(days);
  });

  it('not before the silence starts, and is cut at its end', () => {
    const recurrence = daily('03:00', 60, 'UTC');
    const times = { startsAt: at('2027-01-01T03:30Z'), endsAt: at('2027-01-03T03:20Z'), recurrence };
    expect(first(9, times, '2027-01-01T00:00Z')).toEqual([
      '2027-01-02T03:00Z 2027-01-02T04:00Z',
      '2027-01-03T03:00Z 2027-01-03T03:20Z',
    ]);
  });

  it('without a break if it lasts until the next one', () => {
    const end = at('2027-01-08T00:00Z');
    expect(first(9, { recurrence: daily('00:00', 1_440, 'UTC'), endsAt: end }, '2027-01-01T00:00Z')).toEqual([
      '2027-01-01T00:00Z 2027-01-08T00:00Z',
    ]);
    expect(activityAt({ startsAt: 1, endsAt: null, recurrence: daily('00:00', 1_440) }, end).active).toBe(
      true,
    );
  });
});

describe('a recurrence is rejected', () => {
  it.each([
    ['an unknown zone', { zone: 'Europe/Atlantis' }],
    ['an offset for a zone', { zone: '+02:00' }],
    ['a time of day that does not exist', { time: '24:00' }],
    ['no length', { minutes: 0 }],
    ['a day missing in some months', { every: 'month', on: { day: 31 } }],
    ['a week without days', { every: 'week', weekdays: [] }],
  ])('with %s', (_, change) => {
    const good = { every: 'day', time: '03:00', minutes: 60, zone: 'Europe/Paris' };
    expect(Recurrence.safeParse(good).success).toBe(true);
    expect(Recurrence.safeParse({ ...good, ...change }).success).toBe(false);
  });
});

describe('at any time, in any zone', () => {
  const recurrence = fc
    .record({
      zone: fc.constantFrom(
        'Europe/Paris',
        'America/Santiago',
        'Australia/Lord_Howe',
        'Asia/Kathmandu',
        'UTC',
      ),
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      minutes: fc.integer({ min: 1, max: 4_000 }),
      rule: fc.constantFrom(
        { every: 'day', interval: 1 },
        { every: 'day', interval: 5 },
        { every: 'week', weekdays: [2, 6] },
        { every: 'month', on: { nth: -1, weekday: 7 } },
      ),
    })
    .map(({ zone, hour, minute, minutes, rule }) =>
      Recurrence.parse({
        ...rule,
        zone,
        minutes,
        time: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
      }),
    );
  const instant = fc.integer({ min: at('2026-01-01'), max: at('2029-01-01') });

  it('the windows are sorted and disjoint, and the state follows from them', () => {
    fc.assert(
      fc.property(recurrence, instant, (rule, now) => {
        const times = { startsAt: at('2025-12-01'), endsAt: at('2029-06-01'), recurrence: rule };
        const windows = occurrencesFrom(times, now).take(4).toArray();
        const { active, until } = activityAt(times, now);
        expect(active).toBe(windows[0] !== undefined && windows[0].from <= now);
        expect(until).toBeGreaterThan(now);
        for (const [index, window] of windows.entries()) {
          expect(window.until).toBeGreaterThan(window.from);
          if (index > 0 && rule.minutes < 1_380)
            expect(window.from).toBeGreaterThan(windows[index - 1]!.until);
        }
      }),
      { numRuns: rounds(200) },
    );
  });

  it('the state is constant until the returned time and changes then', () => {
    fc.assert(
      fc.property(recurrence, instant, (rule, now) => {
        const times = { startsAt: at('2025-12-01'), endsAt: null, recurrence: rule };
        const { active, until } = activityAt(times, now);
        // A window longer than its interval never ends: it is returned in parts.
        if (until === Infinity || (rule.every === 'day' && rule.minutes >= rule.interval * 1_440 - 60))
          return;
        expect(activityAt(times, until - 1).active).toBe(active);
        expect(activityAt(times, until).active).toBe(!active);
      }),
      { numRuns: rounds(200) },
    );
  });
});

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** The local time as if it were UTC, computed by the runtime instead of the code under test. */
function wallOf(zone: string): (ms: number) => number {
  const parts = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...parts });
  return (ms) => {
    const found = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const of = (type: keyof Intl.DateTimeFormatPartTypesRegistry): number => found.get(type) ?? Number.NaN;
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  };
}

/** Five days around a clock change, minute by minute. */
function minutesAround(zone: string, change: string) {
  const wall = wallOf(zone);
  const begin = at(change) - 3 * DAY;
  return Array.from({ length: 5 * 1_440 }, (_, index) => {
    const ms = begin + index * MINUTE;
    return { ms, wall: wall(ms) };
  });
}

const changes = (
  [
    ['Europe/Paris', '2026-03-29T01:00Z'],
    ['Europe/Paris', '2027-10-31T01:00Z'],
    ['America/New_York', '2026-03-08T07:00Z'],
    ['America/New_York', '2027-11-07T06:00Z'],
  ] as const
).map(([zone, change]) => ({ zone, change: at(change), minutes: minutesAround(zone, change) }));
type Change = (typeof changes)[number];

/** The first minute with the local time; in a gap, the time by the offset before the gap. */
function startOf({ minutes }: Change, local: number): number | undefined {
  const found = minutes.find(({ wall }) => wall === local);
  if (found !== undefined) return found.ms;
  const after = minutes.findIndex(({ wall }) => wall > local);
  const before = minutes[after - 1];
  return before && local - (before.wall - before.ms);
}

describe('a maintenance window in Paris and New York, compared with single minutes of local time', () => {
  const days = {
    'every day': () => true,
    'on Sundays and Mondays': (day: number) => [0, 1].includes(new Date(day).getUTCDay()),
    'on the last Sunday of the month': (day: number) =>
      new Date(day).getUTCDay() === 0 &&
      new Date(day + 7 * DAY).getUTCMonth() !== new Date(day).getUTCMonth(),
  };
  const rules = {
    'every day': { every: 'day', interval: 1 },
    'on Sundays and Mondays': { every: 'week', weekdays: [1, 7] },
    'on the last Sunday of the month': { every: 'month', on: { nth: -1, weekday: 7 } },
  };
  const isIn = (
    change: Change,
    falls: (day: number) => boolean,
    requested: { time: number; minutes: number },
  ) => {
    const first = change.minutes[0]!.wall;
    const today = first - (first % DAY);
    const starts = Array.from({ length: 6 }, (_, index) => today + index * DAY)
      .filter(falls)
      .flatMap((day) => startOf(change, day + requested.time * MINUTE) ?? []);
    return (ms: number): boolean =>
      starts.some((start) => start <= ms && ms < start + requested.minutes * MINUTE);
  };

  it.each(Object.keys(rules) as (keyof typeof rules)[])('%s is active in the same minutes', (name) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        // Mostly around skipped and repeated hours.
        fc.oneof(fc.integer({ min: 0, max: 299 }), fc.integer({ min: 0, max: 1_439 })),
        fc.integer({ min: 1, max: 720 }),
        fc.array(fc.integer({ min: -1_440, max: 1_439 }), { minLength: 20, maxLength: 20 }),
        (change, time, minutes, requested) => {
          const two = (value: number): string => String(value).padStart(2, '0');
          const recurrence = Recurrence.parse({
            ...rules[name],
            zone: change.zone,
            minutes,
            time: `${two(Math.floor(time / 60))}:${two(time % 60)}`,
          });
          const times = { startsAt: at('2026-01-01'), endsAt: null, recurrence };
          const expected = isIn(change, days[name], { time, minutes });
          for (const offset of requested) {
            const ms = change.change + offset * MINUTE;
            const { active, until } = activityAt(times, ms);
            expect([iso(ms), active]).toEqual([iso(ms), expected(ms)]);
            // The state changes exactly then.
            const end = Math.min(until, change.change + DAY);
            for (let minute = ms; minute < end; minute += 7 * MINUTE)
              expect([iso(minute), active]).toEqual([iso(minute), expected(minute)]);
            if (until < change.change + DAY) expect(expected(until)).toBe(!active);
          }
        },
      ),
      { numRuns: rounds(25) },
    );
  });
});
