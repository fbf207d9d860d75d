import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rollupSpans, type RollupSpan, type SpannedPeriod } from './rollup-spans.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const NOON = 12 * HOUR;

const days = (from: number, to: number): RollupSpan => ({ of: '1d', from: from * DAY, to: to * DAY });
const hours = (from: number, to: number): RollupSpan => ({ of: '1h', from: from * DAY, to: to * DAY });
const H = 1 / 24;

describe('the rollups of a period', () => {
  it.each<readonly [string, SpannedPeriod, readonly RollupSpan[] | undefined]>([
    ['steps of a zone: hours', { from: 9, to: 20 }, undefined],
    [
      'one value: days of UTC, hours at both ends',
      { from: 9 - 2 * H, to: 20 + 6 * H, isTotal: true },
      [hours(9 - 2 * H, 9), days(9, 20), hours(20, 20 + 6 * H)],
    ],
    ['one value from midnight to midnight of UTC: days', { from: 9, to: 20, isTotal: true }, [days(9, 20)]],
    [
      'one value of less than two whole days: hours',
      { from: 9 - H, to: 10 + 20 * H, isTotal: true },
      undefined,
    ],
    [
      'one value of business days: hours',
      { from: 9, to: 20, isTotal: true, days: [1, 2, 3, 4, 5] },
      undefined,
    ],
    [
      'steps, whose first hours have expired',
      { from: 9 - 2 * H, to: 20, hoursFrom: 15 },
      [days(9, 15), hours(15, 20)],
    ],
    [
      'steps of a zone in the west',
      { from: 9 + 5 * H, to: 20 + 5 * H, hoursFrom: 15 },
      [days(9, 15), hours(15, 20 + 5 * H)],
    ],
    [
      'steps far in the east: a day is of the step that has its noon',
      { from: 9 - 13 * H, to: 20, hoursFrom: 15 },
      [days(8, 15), hours(15, 20)],
    ],
    [
      'steps, whose hours have all expired',
      { from: 9 - 2 * H, to: 12 - 2 * H, hoursFrom: 15 },
      [days(9, 12)],
    ],
    [
      'one value, whose first hours have expired',
      { from: 9 - 2 * H, to: 20 + 6 * H, hoursFrom: 15, isTotal: true },
      [days(9, 20), hours(20, 20 + 6 * H)],
    ],
    [
      'one value, whose hours have all expired',
      { from: 9 - 2 * H, to: 12 + 13 * H, hoursFrom: 15, isTotal: true },
      [days(9, 13)],
    ],
  ])('are, of %s', (_, { from, to, hoursFrom, ...remaining }, spans) => {
    const period = {
      ...remaining,
      from: Math.round(from * DAY),
      to: Math.round(to * DAY),
      ...(hoursFrom !== undefined && { hoursFrom: hoursFrom * DAY }),
    };
    expect(rollupSpans(period)).toEqual(
      spans?.map((span) => ({ ...span, from: Math.round(span.from), to: Math.round(span.to) })),
    );
  });

  it('cover every hour that is stored once, and every older day once', () => {
    const period = fc
      .record({
        from: fc.integer({ min: 100 * 48, max: 200 * 48 }),
        length: fc.integer({ min: 48, max: 100 * 48 }),
        hoursFrom: fc.option(fc.integer({ min: 90, max: 320 }), { nil: undefined }),
        isTotal: fc.boolean(),
      })
      .map(({ from, length, hoursFrom, isTotal }) => ({
        isTotal,
        from: from * (HOUR / 2),
        to: (from + length) * (HOUR / 2),
        hoursFrom: hoursFrom === undefined ? undefined : hoursFrom * DAY,
      }));
    fc.assert(
      fc.property(period, (request) => {
        const { from, to, hoursFrom = 0 } = request;
        const spans = rollupSpans(request) ?? [{ of: '1h' as const, from, to }];
        for (const [index, span] of spans.entries()) {
          if (index > 0) expect(span.from).toBe(spans[index - 1]!.to);
          if (span.of === '1d') expect([span.from % DAY, span.to % DAY]).toEqual([0, 0]);
          else expect(span.from).toBeGreaterThanOrEqual(hoursFrom);
        }
        const [start, end] = [spans[0]!.from, spans.at(-1)!.to];
        // Only where no hours are there, ends are at days: those whose noon is in the period.
        if (from >= hoursFrom) expect(start).toBe(from);
        else expect(Math.abs(start - from)).toBeLessThanOrEqual(NOON);
        if (to > hoursFrom) expect(end).toBe(to);
        else expect(Math.abs(end - to)).toBeLessThanOrEqual(NOON);
      }),
    );
  });
});
