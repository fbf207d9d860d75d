import { describe, expect, it } from 'vitest';
import type { AskableKpi } from '../data/compatibility.ts';
import { kpiFaults, requestsOf } from './document-requests.ts';
import { dashletTypeNames, type DashletType } from './dashlets.ts';
import { DashboardDocument, DOCUMENT_VERSION, type WrittenDocument } from './document.ts';
import { migrated, readDashboardDocument } from './migrations.ts';

const place = { x: 0, y: 0, width: 12, height: 8 };
const kpi = { kpi: 'itf_in_util' };
const date = { kpi: 'itf_in_util', aggregation: 'maximum date' };
const levels = [{ from: 90, level: 'critical' }];
const top = { kind: 'top', count: 5 };

const least: Readonly<Record<DashletType, object>> = {
  pie: { series: [kpi] },
  table: { series: [kpi] },
  bar: { series: [kpi] },
  timeline: { series: [kpi] },
  sparkline: { series: [kpi] },
  inventory: { element: 'site', properties: [{ property: 'name' }] },
  gauge: { series: [kpi] },
  alarms: {},
  figure: { series: [kpi] },
  states: { series: [kpi] },
  hours: { series: [kpi] },
  service: { series: [kpi] },
  incidents: {},
  sites: {},
  map: {},
  text: {},
  iframe: { url: 'https://status.example.net/' },
  sdwan: { endpoint: '/dataservice/device' },
};
const written = (type: string, settings: object, more: object = {}) => ({
  version: DOCUMENT_VERSION,
  dashlets: [{ id: 'a', type, place, settings }],
  ...more,
});
const faultsOf = (value: unknown) => {
  const read = readDashboardDocument(value);
  return read.ok ? [] : read.faults.map(({ path, code }) => `${path} ${code}`);
};
const documentOf = (value: unknown): DashboardDocument => DashboardDocument.parse(value as WrittenDocument);

describe('a document', () => {
  it.each(dashletTypeNames)('has defaults for what its %s does not state', (type) => {
    const document = documentOf(written(type, least[type]));
    expect(document).toMatchObject({ businessHours: '24h', period: { kind: 'last', minutes: 1_440 } });
    expect(documentOf(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });

  const filter = (change: object = {}) => ({ id: 'site', element: 'site', ...change });
  const filters = (...all: object[]) => written('table', least.table, { filters: all });
  const first = 'dashlets.0.settings';
  it.each<[string, unknown, readonly string[]]>([
    ['of a newer version', { version: DOCUMENT_VERSION + 1, dashlets: [] }, ['version DOCUMENT_NEWER']],
    ['of version 0', { version: 0, dashlets: [] }, ['version DOCUMENT_VERSION_UNKNOWN']],
    ['without a version', { dashlets: [] }, ['version REQUIRED']],
    ['that is no document', [], [' TYPE_INVALID']],
    ['with a dashlet of an unknown type', written('globe', {}), ['dashlets.0.type INPUT_INVALID']],
    [
      'beyond the grid',
      {
        version: DOCUMENT_VERSION,
        dashlets: [{ id: 'a', type: 'table', settings: least.table, place: { ...place, x: 20 } }],
      },
      ['dashlets.0.place.width INPUT_INVALID'],
    ],
    ['with an unknown field', written('iframe', { ...least.iframe, script: '' }), [`${first} FIELD_UNKNOWN`]],
    [
      'with 201 dashlets',
      {
        version: DOCUMENT_VERSION,
        dashlets: Array.from({ length: 201 }, (_, id) => ({
          id: String(id),
          type: 'iframe',
          place,
          settings: least.iframe,
        })),
      },
      ['dashlets TOO_MANY'],
    ],
    [
      'with a dashlet twice',
      {
        version: DOCUMENT_VERSION,
        dashlets: [1, 2].map(() => ({ id: 'a', type: 'iframe', place, settings: least.iframe })),
      },
      ['dashlets.1.id NOT_UNIQUE'],
    ],
    [
      'formatting by date',
      written('table', { keys: ['date'], series: [{ ...kpi, formatting: levels }] }),
      [`${first}.series.0.formatting FORMATTING_INCOMPATIBLE`],
    ],
    [
      'formatting a date of the maximum',
      written('gauge', { series: [kpi, { ...date, formatting: levels }] }),
      [`${first}.series.1.formatting FORMATTING_INCOMPATIBLE`],
    ],
    [
      'filtering a column by date',
      written('table', { keys: ['date'], series: [{ ...kpi, filter: { operator: '>', value: 1 } }] }),
      [`${first}.series.0.filter COLUMN_FILTER_INCOMPATIBLE`],
    ],
    [
      'formatting and filtering values',
      written('table', { series: [{ ...kpi, formatting: levels, filter: { operator: '>', value: 1 } }] }),
      [],
    ],
    [
      'with decimals of a series',
      written('gauge', {
        series: [
          { ...kpi, decimals: 0 },
          { ...kpi, decimals: 6 },
        ],
      }),
      [],
    ],
    [
      'with too many decimals of a series',
      written('gauge', { series: [{ ...kpi, decimals: 7 }] }),
      [`${first}.series.0.decimals TOO_LARGE`],
    ],
    [
      'with a fraction of decimals',
      written('gauge', { series: [{ ...kpi, decimals: 1.5 }] }),
      [`${first}.series.0.decimals TYPE_INVALID`],
    ],
    ['with threshold lines over time', written('timeline', { series: [kpi], thresholds: levels }), []],
    [
      'with thresholds out of order',
      written('timeline', { series: [kpi], thresholds: [...levels, { from: 80, level: 'warning' }] }),
      [`${first}.thresholds THRESHOLDS_INVALID`],
    ],
    [
      'with a threshold that is no number',
      written('timeline', { series: [kpi], thresholds: [{ from: Number.NaN, level: 'good' }] }),
      [`${first}.thresholds.0.from TYPE_INVALID`],
    ],
    [
      'with a reversed axis',
      written('bar', { series: [kpi], axis: { min: 2, max: 1 } }),
      [`${first}.axis.max AXIS_BOUNDS_INVALID`],
    ],
    [
      'with more than 30 columns',
      written('table', {
        keys: ['site'],
        breakdown: { kind: 'all' },
        series: Array.from({ length: 30 }, () => kpi),
      }),
      [`${first}.series TABLE_TOO_MANY_COLUMNS`],
    ],
    [
      'with a top of 31',
      written('pie', { keys: ['site'], breakdown: { kind: 'top', count: 31 }, series: [kpi] }),
      [`${first}.breakdown.count TOP_TOO_LARGE`],
    ],
    [
      'ranked by a series that it lacks',
      written('pie', { keys: ['site'], breakdown: { ...top, rankedBy: 1 }, series: [kpi] }),
      [`${first}.breakdown.rankedBy TOO_LARGE`],
    ],
    [
      'with keys and no breakdown',
      written('bar', { keys: ['site'], series: [kpi] }),
      [`${first}.breakdown KPI_INCOMPATIBLE`],
    ],
    [
      'with several series by key in a pie',
      written('pie', { keys: ['site'], breakdown: top, series: [kpi, kpi] }),
      [`${first}.series PIE_ONE_KPI`],
    ],
    [
      'with dates in a pie',
      written('pie', { keys: ['date'], series: [kpi] }),
      [`${first}.keys.0 OPTION_INVALID`],
    ],
    [
      'displayed finer than it works',
      written('bar', { series: [kpi], working: '1d', display: '1h' }),
      [`${first}.display DISPLAY_GRANULARITY_TOO_FINE`],
    ],
    [
      'with a script as a web page',
      written('iframe', { url: 'javascript:alert(1)' }),
      [`${first}.url URL_INVALID`],
    ],
    [
      'with a header of two lines',
      written('sdwan', { endpoint: '/a', headers: [{ name: 'X', value: 'a\r\nb' }] }),
      [`${first}.headers.0.value CONTROL_CHARACTER`],
    ],
    [
      'with two filters of an element',
      filters(filter(), filter({ id: 'b' })),
      ['filters.1.element FILTER_DUPLICATE'],
    ],
    [
      'with filters of both ends of a probe',
      filters(
        filter({ element: 'probe', relation: 'probe' }),
        filter({ id: 'b', element: 'probe', relation: 'responder' }),
      ),
      [],
    ],
    [
      'with a mandatory filter of all',
      filters(filter({ mandatory: true })),
      ['filters.0.default.strategy FILTER_MANDATORY_ALL'],
    ],
    ['with a label of open braces', filters(filter({ label: '{name' })), ['filters.0.label INPUT_INVALID']],
    [
      'with a reversed period',
      written('table', least.table, { period: { kind: 'fixed', from: 2, to: 1 } }),
      ['period.from START_AFTER_END'],
    ],
  ])('%s', (_, value, expected) => {
    expect(faultsOf(value)).toEqual(expected);
  });

  it('of version 1 is one of this version, with what it says', () => {
    const { version: _, ...one } = JSON.parse(JSON.stringify(documentOf(written('gauge', least.gauge)))) as {
      readonly version: number;
    };
    const read = readDashboardDocument({ version: 1, ...one });
    expect(read).toEqual({ ok: true, data: { version: DOCUMENT_VERSION, ...one } });
  });

  it('of an older version is migrated step by step', () => {
    const steps = [
      ({ title: name, ...more }: Readonly<Record<string, unknown>>) => ({ ...more, name }),
      (raw: Readonly<Record<string, unknown>>) => ({ ...raw, dashlets: [] }),
    ];
    expect(migrated({ version: 1, title: 'A' }, steps)).toEqual({ version: 3, name: 'A', dashlets: [] });
    expect(migrated({ version: 2, name: 'A' }, steps)).toEqual({ version: 3, name: 'A', dashlets: [] });
    expect(migrated({ version: 4 }, steps)).toEqual({ version: 4 });
  });
});

describe('the requests of a document', () => {
  const context = { period: { from: 600, to: 1_200 }, timeZone: 'Europe/Paris' };
  const city = { property: 'city', operator: 'equals', values: ['Lyon'] };
  const sites = (change: object) =>
    documentOf(
      written(
        'timeline',
        { keys: ['site'], breakdown: top, series: [kpi] },
        {
          filters: [{ id: 'f', element: 'site', ...change }],
        },
      ),
    );
  const requested = (change: object, selection?: Readonly<Record<string, readonly number[]>>) => {
    const [one] = requestsOf(sites(change), { ...context, ...(selection && { selection }) });
    return one && 'request' in one ? one.request.filters : one?.missing;
  };

  it('have the period, zone and granularity of the context and the document', () => {
    const document = documentOf({
      version: DOCUMENT_VERSION,
      businessHours: 'monday-friday',
      working: '1h',
      dashlets: [
        { id: 'a', type: 'timeline', place, settings: { keys: ['site'], breakdown: top, series: [kpi] } },
        { id: 'b', type: 'table', place, settings: { series: [kpi], working: '5m', maxLines: 7 } },
        { id: 'c', type: 'iframe', place, settings: least.iframe },
      ],
    });
    expect(requestsOf(document, context)).toMatchObject([
      { request: { id: 'a', keys: ['date', 'site'], working: '1h', ...context.period } },
      { request: { id: 'b', keys: [], working: '5m', lines: { count: 7 }, businessHours: 'monday-friday' } },
    ]);
  });

  it('have the period of a dashlet that has its own, up to the end of that of the page', () => {
    const noon = Date.parse('2026-07-15T10:00:00Z') / 1_000;
    const period = { from: noon - 86_400, to: noon };
    const fromOf = (own: object | undefined, change: object = {}): number | undefined => {
      const document = documentOf(written('gauge', { ...least.gauge, ...(own && { period: own }) }, change));
      const [one] = requestsOf(document, { period, timeZone: 'Europe/Paris' });
      return one && 'request' in one && one.request.to === noon ? one.request.from : undefined;
    };
    expect(fromOf(undefined)).toBe(period.from);
    expect(fromOf({ kind: 'last', minutes: 60 })).toBe(noon - 3_600);
    expect(fromOf({ kind: 'current', unit: 'day' })).toBe(Date.parse('2026-07-14T22:00:00Z') / 1_000);
    expect(fromOf({ kind: 'current', unit: 'month' }, { timeZone: 'UTC' })).toBe(
      Date.parse('2026-07-01T00:00:00Z') / 1_000,
    );
    for (const wrong of [{ kind: 'last', minutes: 4 }, { kind: 'current', unit: 'year' }, { kind: 'fixed' }])
      expect(faultsOf(written('gauge', { ...least.gauge, period: wrong }))).toHaveLength(1);
  });

  it.each<[string, object, Readonly<Record<string, readonly number[]>> | undefined, unknown]>([
    ['all elements', {}, undefined, []],
    ['chosen ones', {}, { f: [4] }, [{ ids: [4], predicates: [] }]],
    [
      'those selected by default',
      { default: { strategy: 'selection', ids: [5] } },
      undefined,
      [{ ids: [5] }],
    ],
    [
      'those that the context selects instead',
      { default: { strategy: 'selection', ids: [5] } },
      { f: [6] },
      [{ ids: [6] }],
    ],
    [
      'those of default predicates',
      { default: { strategy: 'predicates', predicates: [city] } },
      undefined,
      [{ predicates: [city] }],
    ],
    [
      'all of those that can be chosen',
      { predicates: [city], onlyActive: true },
      { f: [] },
      [{ predicates: [city], onlyActive: true }],
    ],
    ['none before the first is known', { default: { strategy: 'first' } }, undefined, 'f'],
    [
      'none while a mandatory filter is empty',
      { mandatory: true, default: { strategy: 'first' } },
      { f: [] },
      'f',
    ],
  ])('filter %s', (_, change, selection, expected) => {
    const filters = requested(change, selection);
    if (Array.isArray(expected)) expect(filters).toMatchObject(expected);
    else expect(filters).toBe(expected);
  });

  it('name KPIs that the breakdown does not fit, not those that are deleted', () => {
    const kpis: Readonly<Record<string, AskableKpi>> = {
      itf_in_util: { element: 'interface', kind: 'ratio', ofFlows: false },
    };
    const [dashlet] = documentOf(
      written('table', { keys: ['tunnel'], breakdown: top, series: [kpi, { kpi: 'deleted' }] }),
    ).dashlets;
    expect(kpiFaults(dashlet!, (key) => kpis[key])).toEqual([
      { path: ['settings', 'series', 0, 'kpi'], code: 'KPI_INCOMPATIBLE', params: { kpi: 'itf_in_util' } },
    ]);
  });

  it('name aggregations over time and elements that the kind of a KPI does not have', () => {
    const rate: AskableKpi = { element: 'interface', kind: 'rate', ofFlows: false };
    const [dashlet] = documentOf(
      written('table', {
        keys: ['site'],
        breakdown: top,
        series: [
          { kpi: 'itf_in_bps', aggregation: 'percentile', over: 'maximum' },
          { kpi: 'itf_in_bps', aggregation: 'sum', over: 'weighted' },
        ],
      }),
    ).dashlets;
    const fault = (setting: string, aggregation: string) => ({
      path: ['settings', 'series', 1, setting],
      code: 'AGGREGATION_UNDEFINED',
      params: { kpi: 'itf_in_bps', aggregation },
    });
    expect(kpiFaults(dashlet!, () => rate)).toEqual([fault('aggregation', 'sum'), fault('over', 'weighted')]);
  });
});
