import { describe, expect, it } from 'vitest';
import { calendarPeriod } from './period-words.ts';

const at = (text: string): number => Date.parse(text) / 1_000;

describe('the period on the pages of a report', () => {
  it.each([
    ['a month', '2026-10-01T00:00+02:00', '2026-11-01T00:00+01:00', 'October 2026', 'octobre 2026'],
    [
      'three months',
      '2026-08-01T00:00+02:00',
      '2026-11-01T00:00+01:00',
      'August – October 2026',
      'août – octobre 2026',
    ],
    ['a day', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', '25 October 2026', '25 octobre 2026'],
    [
      'a week',
      '2026-10-05T00:00+02:00',
      '2026-10-12T00:00+02:00',
      '5 – 11 October 2026',
      '5 – 11 octobre 2026',
    ],
  ])('is that of %s in the zone of the report', (_, from, to, en, fr) => {
    const words = (language: 'en' | 'fr') =>
      calendarPeriod({ from: at(from), to: at(to) }, 'Europe/Paris', language)
        ?.replaceAll(/\s/gu, ' ')
        .replaceAll(/ ?[–-] ?/gu, ' – ');
    expect([words('en'), words('fr')]).toEqual([en, fr]);
  });

  it('has its times where it is neither', () => {
    const span = { from: at('2026-10-01T00:30+02:00'), to: at('2026-11-01T00:00+01:00') };
    expect(calendarPeriod(span, 'Europe/Paris', 'en')).toBeUndefined();
    expect(
      calendarPeriod({ ...span, from: at('2026-10-01T00:00+02:00') }, 'Europe/London', 'en'),
    ).toBeUndefined();
  });
});
