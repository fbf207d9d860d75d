import { describe, expect, it } from 'vitest';
import { axisTicks } from './axis-ticks.ts';

const seconds = (text: string): number => new Date(`${text}:00`).getTime() / 1_000;

describe('the ticks of the timeline', () => {
  it.each([
    ['3 days', '2026-03-10T12:25', '2026-03-13T12:25', ['2026-03-11', '2026-03-12', '2026-03-13']],
    [
      '4 weeks',
      '2026-02-10T06:25',
      '2026-03-10T06:25',
      ['2026-02-16', '2026-02-23', '2026-03-02', '2026-03-09'],
    ],
    [
      '3 months',
      '2025-12-10T06:25',
      '2026-03-10T06:25',
      ['2025-12-15', '2025-12-29', '2026-01-12', '2026-01-26', '2026-02-09', '2026-02-23', '2026-03-09'],
    ],
    ['one afternoon', '2026-03-10T12:00', '2026-03-10T18:00', []],
  ])('of %s are midnights', (_title, from, to, days) => {
    expect(axisTicks(seconds(from), seconds(to))).toEqual(days.map((day) => seconds(`${day}T00:00`)));
  });
});
