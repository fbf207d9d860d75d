import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentStart } from './current-start.ts';
import { stepStart } from './zoned-steps.ts';

const steps = { day: '1d', week: '1w', month: '1mo' } as const;
const zones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  // Clocks change at midnight.
  'America/Havana',
  'Asia/Beirut',
  'America/Sao_Paulo',
  'Pacific/Auckland',
];
const seconds = (text: string): number => Date.parse(text) / 1_000;

describe('the current day, week or month', () => {
  it.each([
    ['day', 'Europe/Paris', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z'],
    ['week', 'Europe/Paris', '2026-03-29T10:00:00Z', '2026-03-22T23:00:00Z'],
    ['week', 'Europe/Paris', '2026-03-29T22:00:00Z', '2026-03-29T22:00:00Z'],
    ['month', 'Europe/Paris', '2026-03-31T21:59:59Z', '2026-02-28T23:00:00Z'],
    ['month', 'UTC', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ] as const)('as a %s in %s at %s begins at %s', (unit, zone, at, start) => {
    expect(currentStart(seconds(at), unit, zone)).toBe(seconds(start));
  });

  it('begins where the steps of charts begin', () => {
    const times = fc.integer({ min: seconds('2005-01-01T00:00:00Z'), max: seconds('2035-01-01T00:00:00Z') });
    fc.assert(
      fc.property(
        times,
        fc.constantFrom(...zones),
        fc.constantFrom('day', 'week', 'month'),
        (at, zone, unit) => {
          expect(currentStart(at, unit, zone)).toBe(stepStart(at, steps[unit], zone));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
