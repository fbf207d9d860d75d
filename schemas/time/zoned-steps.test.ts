import { describe, expect, it } from 'vitest';
import { hourPartsOf, nextStepStart, secondsOnDays, stepStart, stepStarts } from './zoned-steps.ts';

const ZONE = 'Europe/Paris';
const at = (text: string): number => Date.parse(text) / 1_000;

describe('steps of a time zone', () => {
  it.each([
    ['5m', '2026-06-10T12:34:56Z', '2026-06-10T12:30:00Z', '2026-06-10T12:35:00Z'],
    ['1h', '2026-06-10T12:34:56Z', '2026-06-10T12:00:00Z', '2026-06-10T13:00:00Z'],
    ['1d', '2026-06-10T22:30:00Z', '2026-06-10T22:00:00Z', '2026-06-11T22:00:00Z'],
    ['1d', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['1d', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['1w', '2026-10-25T12:00:00Z', '2026-10-18T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['1mo', '2026-10-25T12:00:00Z', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
  ] as const)('of %s that contain %s start at %s and end at %s', (granularity, time, start, end) => {
    expect(stepStart(at(time), granularity, ZONE)).toBe(at(start));
    expect(nextStepStart(at(time), granularity, ZONE)).toBe(at(end));
  });

  it('have 23 and 25 hours on days of a clock change', () => {
    const hours = (day: string, next: string) =>
      stepStarts({ from: at(day), to: at(next) }, '1h', ZONE).length;
    expect(hours('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(23);
    expect(hours('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(25);
  });

  it('start at full hours of a zone with half an hour', () => {
    expect(stepStart(at('2026-06-10T12:10:00Z'), '1h', 'Asia/Kolkata')).toBe(at('2026-06-10T11:30:00Z'));
  });

  it.each([
    // Both nights of Lord Howe Island, whose clock changes by half an hour, and one of the Chatham Islands, whose hours start at a quarter.
    [
      'Australia/Lord_Howe',
      '2026-10-03T13:30:00Z',
      '2026-10-04T15:00:00Z',
      '14:30 15:30 16:30',
      '12:30 13:00 14:00',
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-04T13:00:00Z',
      '2026-04-05T15:30:00Z',
      '14:00 15:00 16:00',
      '13:00 13:30 14:30',
    ],
    [
      'Pacific/Chatham',
      '2026-09-26T12:15:00Z',
      '2026-09-27T13:00:00Z',
      '13:15 14:15 15:15',
      '10:15 11:15 12:15',
    ],
  ])('are hours since midnight in %s from %s to %s', (zone, from, to, first, last) => {
    const starts = stepStarts({ from: at(from), to: at(to) }, '1h', zone);
    const texts = starts.map((start) => new Date(start * 1_000).toISOString().slice(11, 16));
    expect([texts.slice(1, 4).join(' '), texts.slice(-3).join(' ')]).toEqual([first, last]);
    for (const [index, start] of starts.entries()) {
      expect(stepStart(start + 60, '1h', zone)).toBe(start);
      expect(nextStepStart(start + 60, '1h', zone)).toBe(
        starts[index + 1] ?? nextStepStart(start, '1h', zone),
      );
    }
    // The period may begin after the change of the clock.
    const later = at(from) + 3 * 3_600;
    const expected = starts.filter((start) => start >= stepStart(later, '1h', zone));
    expect(stepStarts({ from: later, to: at(to) }, '1h', zone)).toEqual(expected);
  });

  it.each([
    ['Asia/Kolkata', '2026-06-10', '2026-06-11', 2],
    ['America/St_Johns', '2026-06-10', '2026-06-11', 2],
    ['Asia/Kathmandu', '2026-06-10', '2026-06-11', 4],
    ['Pacific/Chatham', '2026-06-10', '2026-06-11', 4],
    [ZONE, '2026-01-01', '2027-01-01', 1],
    ['UTC', '2026-06-10', '2026-06-11', 1],
    // Half an hour in winter only, whose clock changes in April and October.
    ['Australia/Lord_Howe', '2026-01-01', '2026-02-01', 1],
    ['Australia/Lord_Howe', '2026-03-20', '2026-04-10', 2],
    ['Australia/Lord_Howe', '2026-01-01', '2026-12-31', 2],
  ])('of %s cut hours of UTC between %s and %s into as many parts: %i', (zone, from, to, parts) => {
    expect(hourPartsOf({ from: at(from), to: at(to) }, zone)).toBe(parts);
  });

  it('have as many seconds on business days as these have', () => {
    const week = { from: at('2026-10-18T22:00:00Z'), to: at('2026-10-25T23:00:00Z') };
    expect(secondsOnDays(week, [1, 2, 3, 4, 5], ZONE)).toBe(5 * 86_400);
    expect(secondsOnDays(week, [7], ZONE)).toBe(25 * 3_600);
  });
});
