import { describe, expect, it } from 'vitest';
import { fromZonedInput, toZonedInput } from './zoned-input.ts';

describe('a time that is typed in the zone of the document', () => {
  it.each([
    ['America/New_York', '2026-11-24T09:35', '2026-11-24T14:35:00.000Z'],
    ['Asia/Kolkata', '2026-11-24T09:35', '2026-11-24T04:05:00.000Z'],
    ['Europe/Paris', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ])('in %s, %s, is %s', (timeZone, text, iso) => {
    expect(new Date(fromZonedInput(text, timeZone)!).toISOString()).toBe(iso);
    expect(toZonedInput(Date.parse(iso), timeZone)).toBe(text);
  });

  it.each(['', '2026-', 'soon'])('is none as long as it is %j', (text) => {
    expect(fromZonedInput(text, 'Europe/Paris')).toBeUndefined();
  });
});
