import { describe, expect, it } from 'vitest';
import { fieldOfTime, timeOfField } from './time-field.ts';

describe('a field of date and time', () => {
  it('shows a time to the minute, and reads it back', () => {
    const at = 1_766_318_700;
    expect(fieldOfTime(at)).toMatch(/^2025-12-2\dT\d\d:\d5$/);
    expect(timeOfField(fieldOfTime(at))).toBe(at);
  });
  it.each(['', '2025', '2025-13-45T99:99', 'T10:00', '0001-01-01T00:00'])(
    'reads no time in “%s”',
    (value) => {
      expect(timeOfField(value)).toBeUndefined();
    },
  );
});
