import { describe, expect, it } from 'vitest';
import { dayHours, shareBetween } from './day-hours.ts';

const HOUR = 3_600;
const hoursFrom = (iso: string, count: number): readonly number[] =>
  Array.from({ length: count }, (_, hour) => Date.parse(iso) / 1_000 + hour * HOUR);

describe('the hours of days', () => {
  it('are those that clocks of the zone show', () => {
    const [first, second] = dayHours(hoursFrom('2026-06-01T21:00:00Z', 3), [1, 2, null], 'Europe/Paris');
    expect(first).toMatchObject({ day: '2026-06-01' });
    expect(first?.hours.map((cells) => cells.map(({ value }) => value))[23]).toEqual([1]);
    expect(second).toMatchObject({ day: '2026-06-02' });
    expect(second?.hours.slice(0, 3).map((cells) => cells.map(({ value }) => value))).toEqual([
      [2],
      [null],
      [],
    ]);
  });

  it('have two cells for an hour that comes twice, and none for one that is skipped', () => {
    const autumn = dayHours(
      hoursFrom('2026-10-24T22:00:00Z', 25),
      Array.from({ length: 25 }, (_, at) => at),
      'Europe/Paris',
    );
    expect(autumn).toHaveLength(1);
    expect(autumn[0]?.hours[2]?.map(({ value }) => value)).toEqual([2, 3]);
    const spring = dayHours(
      hoursFrom('2026-03-28T23:00:00Z', 23),
      Array.from({ length: 23 }, () => 1),
      'Europe/Paris',
    );
    expect(spring).toHaveLength(1);
    expect(spring[0]?.hours[2]).toEqual([]);
  });
});

it('a value has its place between the least and the greatest', () => {
  expect([shareBetween(5, 0, 10), shareBetween(0, 0, 10), shareBetween(3, 3, 3)]).toEqual([0.5, 0, 0.5]);
});
