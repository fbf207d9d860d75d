import { describe, expect, it } from 'vitest';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { alarmOf, draftFaults, emptyDraft, figureOf } from './editor-draft.ts';

describe('a figure', () => {
  it.each([
    ['90', 90],
    [' 2,5 ', 2.5],
    ['2.5', 2.5],
    ['-3', -3],
    ['250 M', 250e6],
    ['1,5g', 1.5e9],
    ['10 k', 10_000],
    ['12 500', 12_500],
    ['12\u202F500', 12_500],
  ])('typed “%s” is %d', (text, expected) => {
    expect(figureOf(text)).toBe(expected);
  });

  it.each(['', ' ', '-', 'k', 'ninety', '1e9', '1.2.3', '0x10', 'Infinity', '5 P'])(
    '“%s” is none',
    (text) => {
      expect(figureOf(text)).toBeNaN();
    },
  );
});

describe('a form', () => {
  const cockpit = { name: 'Lines', alarms: [], kpis: libraryDirectory };

  it('that is empty misses label, KPI and threshold, in the order of the form', () => {
    expect(draftFaults(emptyDraft, cockpit, undefined).map(({ field, code }) => [field, code])).toEqual([
      ['label', 'REQUIRED'],
      ['kpi', 'REQUIRED'],
      ['threshold', 'REQUIRED'],
    ]);
  });

  it('drops groups of an alarm that everybody sees', () => {
    expect(alarmOf({ ...emptyDraft, groups: [1] }).groups).toEqual([]);
    expect(alarmOf({ ...emptyDraft, visibility: 'RESTRICTED', groups: [1] }).groups).toEqual([1]);
  });
});
