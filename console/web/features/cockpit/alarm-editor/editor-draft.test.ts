import { describe, expect, it } from 'vitest';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import {
  toAlarmDraft,
  editorDraftFaults,
  emptyEditorDraft,
  parseFigure,
  firstTarget,
  rejectedKpis,
} from './editor-draft.ts';

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

describe('the target of an alarm when a KPI is chosen', () => {
  const onArea = { id: 7, kpi: 'itf_in_bps', target: 'area' } as const;
  const remaining = { operator: '>', threshold: 1, severity: 'minor', outliers: 1, measures: 1 } as const;

  it.each([
    ['the elements of the KPI, by default', 'app_flows', undefined, undefined],
    ['the previous target', 'app_flows', 'site', 'site'],
    ['the first possible one without a previous target', 'itf_in_util', 'site', undefined],
    ['explicitly applications, for a KPI with several alternatives', 'app_bytes', undefined, 'application'],
    ['the one compatible with the other alarms', 'app_flows', 'area', undefined],
  ] as const)('is %s', (_, kpi, before, expected) => {
    expect(firstTarget(kpi, { alarms: [{ ...onArea, ...remaining }], kpis: libraryDirectory }, before)).toBe(
      expected,
    );
  });

  it('offers every KPI that is possible on some target', () => {
    const rejected = rejectedKpis(
      { alarms: [{ ...onArea, ...remaining }], kpis: libraryDirectory },
      undefined,
    );
    expect(rejected.get('app_bytes')).toBeUndefined();
    const onDevices = { ...remaining, id: 8, kpi: 'cpe_uptime' };
    const alongUptime = (...alarms: readonly (typeof onDevices)[]) =>
      rejectedKpis({ alarms, kpis: libraryDirectory }, undefined).get('cpe_sessions');
    expect(alongUptime(onDevices)).toBeUndefined();
    expect(alongUptime(onDevices, { ...onDevices, id: 9, target: 'area' } as typeof onDevices)).toBe(
      'COCKPIT_SAME_TARGET',
    );
  });
});

describe('a form', () => {
  const cockpit = { name: 'Lines', alarms: [], kpis: libraryDirectory };

  it('without values requires label, KPI and threshold, in the order of the form', () => {
    expect(
      editorDraftFaults(emptyEditorDraft, cockpit, undefined).map(({ field, code }) => [field, code]),
    ).toEqual([
      ['label', 'REQUIRED'],
      ['kpi', 'REQUIRED'],
      ['threshold', 'REQUIRED'],
    ]);
  });

  it('drops the groups of an alarm visible to everyone', () => {
    expect(toAlarmDraft({ ...emptyEditorDraft, groups: [1] }, libraryDirectory).groups).toEqual([]);
    expect(
      toAlarmDraft({ ...emptyEditorDraft, visibility: 'RESTRICTED', groups: [1] }, libraryDirectory).groups,
    ).toEqual([1]);
  });
});
