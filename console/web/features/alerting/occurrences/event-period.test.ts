import { describe, expect, it } from 'vitest';
import { eventPeriod } from './event-period.ts';

const local = (text: string): number => new Date(text).getTime();
const seconds = (text: string): number => local(text) / 1_000;

describe('the period of events', () => {
  it.each([
    ['last night in the morning', 'night', '2026-03-10T09:30', '2026-03-09T18:00', '2026-03-10T08:00'],
    ['last night in the evening', 'night', '2026-03-10T23:30', '2026-03-09T18:00', '2026-03-10T08:00'],
    ['the night that has not ended', 'night', '2026-03-10T03:00', '2026-03-09T18:00', '2026-03-10T03:00'],
    ['24 hours', '24h', '2026-03-10T09:30', '2026-03-09T09:30', '2026-03-10T09:30'],
    ['7 days', '7d', '2026-03-10T09:30', '2026-03-03T09:30', '2026-03-10T09:30'],
  ] as const)('is for %s: %s at %s from %s to %s', (_title, range, now, from, to) => {
    expect(eventPeriod(range, local(now))).toEqual({ from: seconds(from), to: seconds(to) });
  });

  it('is the time since the last shift, and the last day where none is known', () => {
    const now = local('2026-03-10T06:10');
    const of = (shiftEnd: number | null) => eventPeriod('shift', now, { shiftEnd });
    expect(of(local('2026-03-08T14:05')).from).toBe(seconds('2026-03-08T14:05'));
    expect([of(null).from, of(null).to]).toEqual([seconds('2026-03-09T06:10'), seconds('2026-03-10T06:10')]);
  });

  it('is what was chosen, and the last day where nothing is', () => {
    expect(eventPeriod('custom', 10_000_000_000, { from: 5, to: 9 })).toEqual({ from: 5, to: 9 });
    expect(eventPeriod('custom', 10_000_000_000)).toEqual({ from: 10_000_000 - 86_400, to: 10_000_000 });
  });
});
