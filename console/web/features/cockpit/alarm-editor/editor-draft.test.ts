import { describe, expect, it } from 'vitest';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { toAlarmDraft, editorDraftFaults, emptyEditorDraft, parseFigure, firstTarget, refusedKpis } from './editor-draft.ts';

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
    expect(parseFigure(text)).toBe(expected);
  });

  it.each(['', ' ', '-', 'k', 'ninety', '1e9', '1.2.3', '0x10', 'Infinity', '5 P'])(
    '“%s” is none',
    (text) => {
      expect(parseFigure(text)).toBeNaN();
    },
  );
});

describe('what an alarm looks at, when a KPI is chosen', () => {
  const onArea = { id: 7, kpi: 'itf_in_bps', target: 'area' } as const;
  const rest = { operator: '>', threshold: 1, severity: 'minor', outliers: 1, measures: 1 } as const;

  it.each([
    ['the elements of the KPI, without a word', 'app_flows', undefined, undefined],
    ['what it looked at before', 'app_flows', 'site', 'site'],
    ['the first that is possible where it was none before', 'itf_in_util', 'site', undefined],
    [
      'applications in so many words, of a KPI that is registered on several alternatives',
      'app_bytes',
      undefined,
      'application',
    ],
    ['what is compatible with the other alarms', 'app_flows', 'area', undefined],
  ] as const)('is %s', (_, kpi, before, expected) => {
    expect(firstTarget(kpi, { alarms: [{ ...onArea, ...rest }], kpis: libraryDirectory }, before)).toBe(
      expected,
    );
  });

  it('refuses no KPI for it that is possible on anything', () => {
    const refused = refusedKpis({ alarms: [{ ...onArea, ...rest }], kpis: libraryDirectory }, undefined);
    expect(refused.get('app_bytes')).toBeUndefined();
    const onDevices = { ...rest, id: 8, kpi: 'cpe_uptime' };
    const besideUptime = (...alarms: readonly (typeof onDevices)[]) =>
      refusedKpis({ alarms, kpis: libraryDirectory }, undefined).get('cpe_sessions');
    expect(besideUptime(onDevices)).toBeUndefined();
    expect(besideUptime(onDevices, { ...onDevices, id: 9, target: 'area' } as typeof onDevices)).toBe(
      'COCKPIT_SAME_TARGET',
    );
  });
});

describe('a form', () => {
  const cockpit = { name: 'Lines', alarms: [], kpis: libraryDirectory };

  it('that is empty misses label, KPI and threshold, in the order of the form', () => {
    expect(editorDraftFaults(emptyEditorDraft, cockpit, undefined).map(({ field, code }) => [field, code])).toEqual([
      ['label', 'REQUIRED'],
      ['kpi', 'REQUIRED'],
      ['threshold', 'REQUIRED'],
    ]);
  });

  it('drops groups of an alarm that everybody sees', () => {
    expect(toAlarmDraft({ ...emptyEditorDraft, groups: [1] }, libraryDirectory).groups).toEqual([]);
    expect(
      toAlarmDraft({ ...emptyEditorDraft, visibility: 'RESTRICTED', groups: [1] }, libraryDirectory).groups,
    ).toEqual([1]);
  });
});
