import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyEditorDraft } from '../alarm-editor/editor-draft.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { backtestPeriod, testedRule, isSameRule } from './backtest-request.ts';
import { maxMinutes, backtestBars } from './backtest-bars.ts';

const NOW = 1_700_000_000_500;

describe('the period of a backtest', () => {
  it('ends now and has the chosen number of days', () => {
    expect(backtestPeriod({ period: '7d' }, NOW)).toEqual({
      from: 1_700_000_000 - 7 * 86_400,
      to: 1_700_000_000,
    });
    expect(backtestPeriod({ period: '30d' }, NOW)).toEqual({
      from: 1_700_000_000 - 30 * 86_400,
      to: 1_700_000_000,
    });
  });

  it.for([
    ['2026-11-01T00:00', '2026-11-02T00:00', true],
    ['2026-11-01T00:00', '2026-12-01T00:00', true],
    ['2026-11-01T00:00', '2026-12-01T00:01', false],
    ['2026-11-02T00:00', '2026-11-01T00:00', false],
    ['', '2026-11-01T00:00', false],
  ] as const)(
    'with a custom range starts before it ends and has at most 30 days: %s – %s',
    ([from, to, isRight]) => {
      expect(backtestPeriod({ period: 'range', from, to }, NOW) !== undefined).toBe(isRight);
    },
  );
});

describe('the rule that is tested', () => {
  const draft = { ...emptyEditorDraft, kpi: 'itf_in_util', threshold: '90' } as const;

  it('is the complete draft of the form', () => {
    expect(testedRule(draft, libraryDirectory)).toMatchObject({
      kpi: 'itf_in_util',
      threshold: 90,
      outliers: 3,
      measures: 5,
    });
    for (const part of [
      { kpi: null },
      { threshold: 'x' },
      { outliers: '6' },
      { outliers: '0' },
      { measures: '33' },
      { clearAfter: '0' },
      { noDataMinutes: '' },
    ])
      expect(testedRule({ ...draft, ...part }, libraryDirectory)).toBeUndefined();
  });

  it('changes with its condition, not with its severity', () => {
    expect(
      isSameRule(
        testedRule(draft, libraryDirectory),
        testedRule({ ...draft, severity: 'minor', label: 'x' }, libraryDirectory),
      ),
    ).toBe(true);
    expect(
      isSameRule(
        testedRule(draft, libraryDirectory),
        testedRule({ ...draft, threshold: '91' }, libraryDirectory),
      ),
    ).toBe(false);
  });
});

describe('the timeline of a backtest', () => {
  const bucket = fc.record({
    at: fc.integer({ min: 0, max: 179 }).map((place) => place * 600),
    minutes: fc.integer({ min: 0, max: 10_000 }),
    raises: fc.nat(),
    clears: fc.nat(),
  });
  it('has a bar inside its frame for each bucket with a minute in alarm, on both sides', () => {
    fc.assert(
      fc.property(fc.array(bucket), fc.constantFrom('up' as const, 'down' as const), (timeline, side) => {
        const frame = { from: 0, to: 180 * 600, bucketSeconds: 600, width: 400, height: 50, side };
        const bars = backtestBars(timeline, { ...frame, fullMinutes: maxMinutes(timeline) });
        expect(bars).toHaveLength(timeline.filter(({ minutes }) => minutes > 0).length);
        for (const { x, y, width, height } of bars) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(401);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y + height).toBeLessThanOrEqual(50.000_001);
        }
      }),
    );
  });
});
