import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetText, timeOfWall, wallClock, wallDayText, wallTimeText } from './wall-clock.ts';

const shownIn = (timeZone: string, iso: string): string => {
  const time = wallClock(timeZone)(Date.parse(iso))!;
  return `${wallTimeText(time)} ${offsetText(time.offset)}`;
};

describe('the clocks of a zone', () => {
  it.each([
    ['Europe/Paris', '2026-10-25T00:59:59Z', '2026-10-25 02:59:59 UTC+02:00'],
    ['Europe/Paris', '2026-10-25T01:00:00Z', '2026-10-25 02:00:00 UTC+01:00'],
    ['Europe/Paris', '2026-03-29T00:59:59Z', '2026-03-29 01:59:59 UTC+01:00'],
    ['Europe/Paris', '2026-03-29T01:00:00Z', '2026-03-29 03:00:00 UTC+02:00'],
    ['America/New_York', '2026-11-01T05:59:00Z', '2026-11-01 01:59:00 UTC-04:00'],
    ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01 01:00:00 UTC-05:00'],
    ['Asia/Kolkata', '2026-11-24T00:00:00Z', '2026-11-24 05:30:00 UTC+05:30'],
    ['Asia/Kathmandu', '2026-11-24T00:00:00Z', '2026-11-24 05:45:00 UTC+05:45'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05 01:30:00 UTC+10:30'],
    ['America/St_Johns', '2027-01-01T00:00:00Z', '2026-12-31 20:30:00 UTC-03:30'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01 00:00:00 UTC+14:00'],
    ['UTC', '1969-12-31T23:59:59Z', '1969-12-31 23:59:59 UTC+00:00'],
  ])('in %s show %s as %s', (timeZone, iso, text) => {
    expect(shownIn(timeZone, iso)).toBe(text);
  });

  it('start a day at one where midnight does not exist', () => {
    const time = wallClock('America/Santiago')(Date.parse('2026-09-06T04:00:00Z'))!;
    expect([wallTimeText(time), wallDayText(time)]).toEqual(['2026-09-06 01:00:00', '2026-09-06']);
  });

  it('show the same as the calendar of the platform', () => {
    const zones = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'] as const;
    const clocks = new Map(zones.map((zone) => [zone, wallClock(zone)]));
    const anyTime = integer({ min: Date.parse('1990-01-01') / 1_000, max: Date.parse('2040-01-01') / 1_000 });
    assert(
      property(constantFrom(...zones), anyTime, (timeZone, seconds) => {
        const expected = new Intl.DateTimeFormat('sv-SE', {
          timeZone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(seconds * 1_000);
        expect(wallTimeText(clocks.get(timeZone)!(seconds * 1_000)!)).toBe(expected);
      }),
    );
  });

  it.each([Number.NaN, Infinity, -Infinity, 1e18, Date.parse('+010000-01-01'), Date.parse('-000001-01-01')])(
    'show nothing at %d',
    (at) => {
      expect(wallClock('Europe/Paris')(at)).toBeNull();
    },
  );
});

describe('what the clocks of a zone show', () => {
  it.each([
    ['Europe/Paris', '2026-07-01T12:00:00Z', '2026-07-01T10:00:00Z'],
    ['Europe/Paris', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00Z'],
    ['Europe/Paris', '2026-03-29T02:30:00Z', '2026-03-29T01:30:00Z'],
    ['America/New_York', '2026-11-01T01:30:00Z', '2026-11-01T05:30:00Z'],
    ['America/New_York', '2026-11-01T02:00:00Z', '2026-11-01T07:00:00Z'],
    ['America/New_York', '2026-03-08T02:30:00Z', '2026-03-08T07:30:00Z'],
    ['Asia/Kolkata', '2026-11-24T05:30:00Z', '2026-11-24T00:00:00Z'],
  ])('in %s at %s is the time %s', (timeZone, wall, time) => {
    expect(new Date(timeOfWall(timeZone)(Date.parse(wall))).toISOString()).toBe(time.replace('Z', '.000Z'));
  });

  it('is read back as the same reading', () => {
    const anyTime = integer({ min: Date.parse('1990-01-01') / 1_000, max: Date.parse('2040-01-01') / 1_000 });
    const zones = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'] as const;
    const readers = new Map(zones.map((zone) => [zone, { clock: wallClock(zone), time: timeOfWall(zone) }]));
    assert(
      property(constantFrom(...zones), anyTime, (timeZone, seconds) => {
        const { clock, time } = readers.get(timeZone)!;
        const { wall } = clock(seconds * 1_000)!;
        expect(clock(time(wall))!.wall).toBe(wall);
        expect(time(wall)).toBeLessThanOrEqual(seconds * 1_000);
      }),
    );
  });
});
