import { describe, expect, it } from 'vitest';
import { presetPeriod } from './presets.ts';

const at = (text: string): number => new Date(text).getTime();

describe('a preset of a silence', () => {
  it.each([
    ['halfHour', '2026-11-22T12:00', '2026-11-22T12:00', '2026-11-22T12:30'],
    ['twoHours', '2026-12-31T23:00', '2026-12-31T23:00', '2027-01-01T01:00'],
    ['tonight', '2026-11-22T12:00', '2026-11-22T22:00', '2026-11-23T06:00'],
    ['tonight', '2026-11-22T23:10', '2026-11-22T23:10', '2026-11-23T06:00'],
    ['tonight', '2026-11-22T03:15', '2026-11-22T03:15', '2026-11-22T06:00'],
    ['untilMorning', '2026-11-22T12:00', '2026-11-22T12:00', '2026-11-23T08:00'],
    ['untilMorning', '2026-11-22T03:15', '2026-11-22T03:15', '2026-11-23T08:00'],
  ] as const)('%s, at %s, is from %s to %s', (key, now, start, end) => {
    expect(presetPeriod(key, at(now))).toEqual({ start, end });
  });
});
