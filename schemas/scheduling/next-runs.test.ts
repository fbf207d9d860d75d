import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { casesOfGate } from '#tests/gate/at-night.ts';
import { lastDue, nextRunsOf, upcomingRuns } from './next-runs.ts';
import type { TimedTrigger } from './trigger.ts';

/** Zones with every kind of clock change: none, of half an hour, of two hours, at midnight, in the south, at odd offsets. */
const zones = [
  'Europe/Paris',
  'UTC',
  'Europe/London',
  'Europe/Lisbon',
  'America/Santiago',
  'Europe/Athens',
  'Europe/Chisinau',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'America/New_York',
  'America/Havana',
  'America/Asuncion',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'America/Los_Angeles',
  'America/Phoenix',
  'Antarctica/Troll',
  'America/Caracas',
  'America/Tijuana',
  'Africa/El_Aaiun',
  'Asia/Beirut',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Asia/Gaza',
  'America/Nuuk',
  'Asia/Jerusalem',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Africa/Casablanca',
  'Australia/Adelaide',
  'Australia/Eucla',
  'Pacific/Auckland',
  'America/St_Johns',
  'Pacific/Easter',
  'Pacific/Norfolk',
  'Asia/Hebron',
];

const FROM = Temporal.Instant.from('2026-01-01T00:00:00Z');
const TO = Temporal.Instant.from('2027-01-01T00:00:00Z');

/** The moment of a local time: the first of two, or the end of the gap that swallows it. */
function momentOf(local: Temporal.PlainDateTime, zone: string): number {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  return earlier.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.NaN;
}

function runsOnDay(trigger: Exclude<TimedTrigger, { kind: 'hourly' }>, date: Temporal.PlainDate): boolean {
  switch (trigger.kind) {
    case 'daily':
      return true;
    case 'weekly':
      return trigger.days.includes(date.dayOfWeek);
    case 'monthly':
      return date.day === (trigger.day === 'L' ? date.daysInMonth : trigger.day);
  }
}

/** The runs of a year, day by day of the calendar of the zone. */
function runsByDays(trigger: Exclude<TimedTrigger, { kind: 'hourly' }>, zone: string): number[] {
  const runs: number[] = [];
  const last = TO.toZonedDateTimeISO(zone).toPlainDate().add({ days: 1 });
  let date = FROM.toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 }))
    if (runsOnDay(trigger, date)) {
      const { hour, minute } = trigger;
      runs.push(momentOf(date.toPlainDateTime({ hour, minute }), zone));
    }
  return runs.filter((at) => at > FROM.epochMilliseconds && at < TO.epochMilliseconds);
}

/** Every minute around the changes of the clock at which it shows this minute of an hour. */
function minutesAround(change: Temporal.Instant, zone: string, minute: number): number[] {
  const runs: number[] = [];
  const until = change.add({ hours: 30 });
  for (
    let at = change.subtract({ hours: 30 });
    Temporal.Instant.compare(at, until) < 0;
    at = at.add({ minutes: 1 })
  )
    if (at.toZonedDateTimeISO(zone).minute === minute) runs.push(at.epochMilliseconds);
  return runs;
}

function changesOf(zone: string): Temporal.Instant[] {
  const changes: Temporal.Instant[] = [];
  let next = FROM.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (next !== null && Temporal.Instant.compare(next.toInstant(), TO) < 0) {
    changes.push(next.toInstant());
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

const triggers = {
  'every day at midnight': { kind: 'daily', hour: 0, minute: 0 },
  'every day at half past two': { kind: 'daily', hour: 2, minute: 30 },
  'every day at a quarter past one': { kind: 'daily', hour: 1, minute: 15 },
  'every day at a quarter to midnight': { kind: 'daily', hour: 23, minute: 45 },
  'on Sundays and Mondays at two': { kind: 'weekly', days: [7, 1], hour: 2, minute: 0 },
  'on the 31st': { kind: 'monthly', day: 31, hour: 8, minute: 0 },
  'on the 29th': { kind: 'monthly', day: 29, hour: 2, minute: 30 },
  'on the last day of the month': { kind: 'monthly', day: 'L', hour: 0, minute: 30 },
} as const satisfies Record<string, TimedTrigger>;

const iso = (times: readonly number[]): string[] => times.map((at) => new Date(at).toISOString());
const from = new Date(FROM.epochMilliseconds);

describe.each(casesOfGate(zones))('in %s a schedule', (timeZone) => {
  it.each(Object.entries(triggers))('%s runs at the same moments as by a calendar', (_, trigger) => {
    const expected = runsByDays(trigger, timeZone);
    const runs = nextRunsOf({ trigger, timeZone }, from, expected.length);
    expect(iso(runs.map((at) => at.getTime()))).toEqual(iso(expected));
  });

  it.each([0, 45])('every hour at minute %i misses and repeats none when the clock is set', (minute) => {
    const trigger = { kind: 'hourly', minute } as const;
    for (const change of changesOf(timeZone)) {
      const expected = minutesAround(change, timeZone, minute);
      const start = new Date(change.subtract({ hours: 30, minutes: 1 }).epochMilliseconds);
      const runs = nextRunsOf({ trigger, timeZone }, start, expected.length);
      expect(iso(runs.map((at) => at.getTime()))).toEqual(iso(expected));
    }
  });
});

describe('a schedule', () => {
  it('on the 31st has no run in February, and one on the last day has', () => {
    const after = new Date('2026-02-01T00:00:00Z');
    const on = (day: 31 | 'L') =>
      nextRunsOf({ trigger: { kind: 'monthly', day, hour: 8, minute: 0 }, timeZone: 'UTC' }, after, 2).map(
        (at) => at.toISOString().slice(0, 10),
      );
    expect(on(31)).toEqual(['2026-03-31', '2026-05-31']);
    expect(on('L')).toEqual(['2026-02-28', '2026-03-31']);
  });

  it('in a zone that does not exist any more runs by UTC', () => {
    const timetable = { trigger: { kind: 'daily', hour: 8, minute: 0 }, timeZone: 'Mars/Base' } as const;
    expect(nextRunsOf(timetable, from, 1)[0]?.toISOString()).toBe('2026-01-01T08:00:00.000Z');
  });

  it('marks the runs before which the clock is set, and those whose time is skipped', () => {
    const timetable = { trigger: { kind: 'daily', hour: 2, minute: 30 }, timeZone: 'Europe/Paris' } as const;
    const marks = (now: string) =>
      upcomingRuns(timetable, new Date(now), 3).map(({ offsetMinutes, change, isMoved }) => [
        offsetMinutes,
        change,
        isMoved,
      ]);
    expect(marks('2026-03-27T12:00:00Z')).toEqual([
      [60, undefined, false],
      [120, 'forward', true],
      [120, undefined, false],
    ]);
    expect(marks('2026-10-23T12:00:00Z')).toEqual([
      [120, undefined, false],
      [120, undefined, false],
      [60, 'back', false],
    ]);
  });
});

describe('the newest due run', () => {
  const timetable = { trigger: { kind: 'hourly', minute: 15 }, timeZone: 'UTC' } as const;
  it.each([
    ['2026-05-01T10:15:00Z', '2026-05-01T10:15:00Z', '2026-05-01T10:15:00.000Z'],
    ['2026-05-01T10:15:00Z', '2026-05-01T10:20:00Z', '2026-05-01T10:15:00.000Z'],
    ['2026-05-01T10:15:00Z', '2026-05-01T13:14:59Z', '2026-05-01T12:15:00.000Z'],
    ['2026-05-01T10:15:00Z', '2026-05-01T13:15:00Z', '2026-05-01T13:15:00.000Z'],
  ])('since %s is at %s the one of %s', (since, now, due) => {
    expect(lastDue(timetable, new Date(since), new Date(now)).toISOString()).toBe(due);
  });
});
