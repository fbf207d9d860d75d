import { describe, expect, it } from 'vitest';
import { parseInput } from '../../problem/input-faults.ts';
import { emptyReport, REPORT_VERSION } from '../../report/document.ts';
import { ReportDraft } from '../../report/entry.ts';
import { readReportDocument } from '../../report/migrations.ts';
import { dashletTypeNames, dashletTypes, type DashletType } from '../dashlets.ts';
import { DOCUMENT_VERSION, emptyDocument } from '../document.ts';
import { DocumentDraft } from '../entry.ts';
import { readDashboardDocument } from '../migrations.ts';

const page = emptyReport.pages[0]!;
const frame = { x: 0, y: 0, width: 100, height: 100 };
const content = { type: 'alarms', title: '', settings: {} };
const dashboard = {
  present: DOCUMENT_VERSION,
  read: readDashboardDocument,
  Draft: DocumentDraft,
  empty: emptyDocument,
  documentWith: (type: string) => ({
    ...emptyDocument,
    dashlets: [{ id: 'd', ...content, type, place: { x: 0, y: 0, width: 4, height: 4 } }],
  }),
};
const report = {
  present: REPORT_VERSION,
  read: readReportDocument,
  Draft: ReportDraft,
  empty: emptyReport,
  documentWith: (type: string) => ({
    ...emptyReport,
    pages: [{ ...page, items: [{ id: 'd', kind: 'dashlet', frame, content: { ...content, type } }] }],
  }),
};

describe.each(Object.entries({ dashboard, report }))('a document of a %s', (_, kind) => {
  const { present, read, Draft, empty, documentWith } = kind;

  it('opens if it is of an earlier version, with what it says', () => {
    const now = read(documentWith('alarms'));
    expect(now).toMatchObject({ ok: true });
    for (let version = 1; version < present; version += 1) {
      const former = JSON.parse(JSON.stringify({ ...documentWith('alarms'), version })) as object;
      expect(read(former)).toEqual(now);
      expect(parseInput(Draft, { name: 'Campus', document: former })).toMatchObject({
        ok: true,
        data: { document: { version: present } },
      });
    }
  });

  it('is rejected for its version alone if it is of a newer one, whatever is new in it', () => {
    const newer = { ...documentWith('hologram'), version: present + 1, lights: 3 };
    const fault = { path: 'version', code: 'DOCUMENT_NEWER', params: { max: present } };
    expect(read(newer)).toEqual({ ok: false, faults: [fault] });
    expect(parseInput(Draft, { name: 'Campus', document: newer })).toEqual({
      ok: false,
      faults: [{ ...fault, path: 'document.version' }],
    });
  });

  it('is rejected with its faults if it is of no version, or has dashlets that its version does not know', () => {
    const codesOf = (value: unknown): readonly string[] => {
      const result = read(value);
      return result.ok ? [] : result.faults.map(({ code }) => code);
    };
    expect(codesOf({ ...empty, version: 0 })).toEqual(['DOCUMENT_VERSION_UNKNOWN']);
    expect(codesOf({ ...empty, version: 'new' })).toEqual(['TYPE_INVALID']);
    expect(codesOf(documentWith('hologram'))).toEqual(['INPUT_INVALID']);
  });
});

/** Fields of requests, which most types have. */
const requested = [
  'breakdown',
  'conversationMode',
  'display',
  'filters',
  'keys',
  'period',
  'series',
  'working',
];

/**
 * What dashlets of documents of this version may say. A release that reads this version rejects anything else: a type or setting that is
 * added here comes with a higher `DOCUMENT_VERSION` and `REPORT_VERSION` and their migrations, once a release has this one.
 */
const said: Readonly<Record<DashletType, readonly string[]>> = {
  pie: ['labels', 'legend', 'ring'],
  table: ['keyColumns', 'maxLines', 'order', 'orderBy'],
  bar: ['axis', 'lastValue', 'legend', 'maxLines', 'orientation', 'regression', 'stacked', 'thresholds'],
  timeline: [
    'comparison',
    'lastValue',
    'left',
    'legend',
    'marks',
    'regression',
    'right',
    'stacked',
    'style',
    'thresholdLook',
    'thresholds',
  ],
  sparkline: ['lastValue', 'maxLines', 'regression', 'thresholds'],
  inventory: ['element', 'maxLines', 'onlyActive', 'properties'],
  alarms: ['maxLines', 'onlyUnhandled', 'severities'],
  gauge: ['axis', 'shape'],
  figure: ['shown', 'thresholds'],
  states: ['maxLines', 'thresholds'],
  hours: ['thresholds'],
  service: ['maxLines', 'promise'],
  incidents: ['maxLines', 'restoreMinutes', 'severities', 'shown'],
  sites: ['by', 'thresholds'],
  map: ['by', 'size', 'thresholds'],
  text: ['markdown'],
  iframe: ['url'],
  sdwan: ['endpoint', 'headers', 'manager', 'method', 'paths', 'replacements', 'variants', 'view'],
};

it('dashlets say what documents of version 3, and reports of version 2, may contain', () => {
  expect([DOCUMENT_VERSION, REPORT_VERSION]).toEqual([3, 2]);
  const found = dashletTypeNames.map((type) => {
    const fields = Object.keys(dashletTypes[type].settings.shape);
    return [type, fields.filter((field) => !requested.includes(field)).toSorted()] as const;
  });
  expect(Object.fromEntries(found)).toEqual(said);
});
