import { describe, expect, it } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

describe('a field of date and time', () => {
  it('shows a time to the minute, and reads it back', () => {
    const at = 1_766_318_700_000;
    expect(toLocalTime(at)).toMatch(/^2025-12-2\dT\d\d:\d5$/);
    expect(fromLocalTime(toLocalTime(at))).toBe(at);
  });
  it('is in the time zone of the browser', () => {
    expect(fromLocalTime('2026-11-24T09:35')).toBe(new Date(2026, 10, 24, 9, 35).getTime());
  });
  it.each(['', '2025', '2025-13-45T99:99', 'T10:00'])('reads no time in “%s”', (value) => {
    expect(fromLocalTime(value)).toBeUndefined();
  });
});
