import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#schemas/time/duration.ts';
import { kpiPeriod } from './kpi-period.ts';

const DAY = DAY_MS / 1_000;
const now = 1_763_886_500;
const periodOf = (asked: Parameters<typeof kpiPeriod>[0]) => kpiPeriod(asked, now * 1_000);

describe('the period of the KPIs of an element', () => {
  it.each([{}, { from: 1_763_800_000 }, { from: 2_000_000, to: 1_000_000 }])(
    'is the last day without a period of a link: %j',
    (asked) => {
      expect(periodOf(asked)).toEqual({
        from: 1_763_886_600 - DAY,
        to: 1_763_886_600,
        granularity: '5m',
        step: 300,
      });
    },
  );

  it.each([
    [DAY, '5m'],
    [7 * DAY, '1h'],
    [60 * DAY, '1d'],
  ])('is that of a link, in steps that fit it: %i seconds', (length, granularity) => {
    const [from, to] = [1_763_800_000 - length, 1_763_800_000];
    const { step, ...shown } = periodOf({ from, to });
    expect(shown.granularity).toBe(granularity);
    expect([from - shown.from, shown.to - to].every((wider) => wider >= 0 && wider < step)).toBe(true);
  });

  it('is the hour around a single step of a chart', () => {
    const { from, to } = periodOf({ from: 1_763_800_200, to: 1_763_800_500 });
    expect(to - from).toBeGreaterThanOrEqual(3_600);
    expect(from).toBeLessThan(1_763_800_200);
    expect(to).toBeGreaterThan(1_763_800_500);
  });
});
