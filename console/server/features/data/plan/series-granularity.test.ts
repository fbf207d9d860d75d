import { describe, expect, it } from 'vitest';
import { RETENTION_POINTS, type Granularity } from '#schemas/time/granularity.ts';
import { displayOf, pointsOf, workingOf } from './series-granularity.ts';

const DAY = 86_400;

describe('the display granularity of a series', () => {
  it.each([
    ['up to 2 days', 2 * DAY, {}, '5m'],
    ['up to 24 days', 2 * DAY + 1, {}, '1h'],
    ['beyond 24 days', 24 * DAY + 1, {}, '1d'],
    ['displayed coarser', 2 * DAY, { display: '1d' }, '1d'],
    ['displayed finer than the automatic one', 20 * DAY, { display: '5m' }, '5m'],
    ['computed coarser than the automatic one', DAY, { working: '1h' }, '1h'],
    ['computed finer', 20 * DAY, { working: '5m' }, '1h'],
    ['as stated', DAY, { working: '1h', display: '1w' }, '1w'],
  ] as const)('%s', (_, seconds, stated, display) => {
    expect(displayOf({ from: 0, to: seconds, ...stated })).toBe(display);
  });

  it('gives every automatic series at most 577 points', () => {
    for (let days = 1; days <= 570; days += 1) {
      const span = { from: 0, to: days * DAY };
      expect(pointsOf(span, displayOf(span))).toBeLessThanOrEqual(RETENTION_POINTS);
    }
  });
});

describe('the working granularity of a series', () => {
  const tables: Record<Granularity, '5m' | '1h' | '1d'> = {
    ...({ '5m': '5m', '1h': '1h', '1d': '1d', '1w': '1d', '1mo': '1d' } as const),
  };
  const working = (
    stated: Granularity | undefined,
    retained: readonly ('5m' | '1h' | '1d')[],
    { isSketched = false, display = '1d' as Granularity } = {},
  ) =>
    workingOf({
      stated,
      display,
      hasQuantiles: (own) => isSketched && own === '5m',
      finest: ({ working: own, fromQuantiles }) => (fromQuantiles ? '1d' : tables[own]),
      isRetained: (table) => retained.includes(table),
    });

  it('is the finest that retention holds', () => {
    expect(working(undefined, ['5m', '1h', '1d'])).toEqual({
      working: '5m',
      fromQuantiles: false,
      isCoarser: false,
    });
  });

  it('is coarser, and says so, when finer values are not retained any more', () => {
    expect(working(undefined, ['1h', '1d'])).toMatchObject({ working: '1h', isCoarser: true });
    expect(working(undefined, ['1d'])).toMatchObject({ working: '1d', isCoarser: true });
  });

  it('stays 5 minutes where stored quantiles hold the percentile', () => {
    expect(working(undefined, ['1d'], { isSketched: true })).toEqual({
      working: '5m',
      fromQuantiles: true,
      isCoarser: false,
    });
  });

  it('is coarser where there are more values of five minutes than a page can wait for', () => {
    const reading = {
      display: '1d' as Granularity,
      hasQuantiles: () => false,
      isRetained: () => true,
      finest: ({ working: own }: { working: Granularity }) => tables[own],
      rows: ({ working: own }: { working: Granularity }) => ({ '5m': 288, '1h': 24, '1d': 1 })[tables[own]],
      maxRows: 24,
    };
    expect(workingOf({ ...reading, stated: undefined })).toMatchObject({ working: '1h', isCoarser: true });
    expect(workingOf({ ...reading, stated: '5m' })).toMatchObject({ working: '5m', isCoarser: false });
    expect(workingOf({ ...reading, stated: undefined, maxRows: 0 })).toMatchObject({ working: '1d' });
  });

  it('is not coarser where that would read as many values', () => {
    const reading = {
      stated: undefined,
      display: '1d' as Granularity,
      hasQuantiles: () => false,
      isRetained: () => true,
      finest: ({ working: own }: { working: Granularity }) => tables[own],
      maxRows: 10,
      // Days of a time zone are merged from hours.
      rows: ({ working: own }: { working: Granularity }) => (own === '5m' ? 288 : 24),
    };
    expect(workingOf(reading)).toMatchObject({ working: '1h' });
  });

  it('is the automatic one, and says so, where that of a stored document is not retained any more', () => {
    const reading = {
      stated: '5m' as const,
      isStored: true,
      display: '1d' as const,
      hasQuantiles: () => false,
      finest: ({ working: own }: { working: Granularity }) => tables[own],
    };
    const ofTables = (retained: readonly string[]) =>
      workingOf({ ...reading, isRetained: (table) => retained.includes(table) });
    expect(ofTables(['5m', '1h', '1d'])).toMatchObject({ working: '5m', isCoarser: false });
    expect(ofTables(['1h', '1d'])).toMatchObject({ working: '1h', isCoarser: true });
  });

  it('is the stated one, or none when that is not retained', () => {
    expect(working('1h', ['5m', '1h', '1d'])).toMatchObject({ working: '1h', isCoarser: false });
    expect(working('5m', ['1h', '1d'])).toBeUndefined();
  });

  it('is never coarser than the display granularity', () => {
    expect(working(undefined, ['1d'], { display: '1h' })).toBeUndefined();
  });
});
