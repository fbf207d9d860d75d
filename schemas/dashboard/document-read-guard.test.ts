import { describe, expect, it } from 'vitest';
import { DataRequest, type DataRequestInput } from '../data/data-request.ts';
import { ElementQuery } from '../data/element-routes.ts';
import { areElementsOf, isRequestOf } from './document-read-guard.ts';
import { requestsOf } from './document-requests.ts';
import { DashboardDocument, DOCUMENT_VERSION, type WrittenDocument } from './document.ts';
import { starters } from './starter/starters.ts';

const place = { x: 0, y: 0, width: 12, height: 8 };
const inFrance = { property: 'country', operator: 'equals', values: ['France'] };
const document = DashboardDocument.parse({
  version: DOCUMENT_VERSION,
  filters: [
    { id: 'site', element: 'site', label: '{name}, {city}', predicates: [inFrance] },
    { id: 'device', element: 'device', mandatory: true, default: { strategy: 'first' } },
  ],
  dashlets: [
    {
      id: 'links',
      type: 'timeline',
      title: 'Links',
      place,
      settings: {
        keys: ['interface'],
        breakdown: { kind: 'top', count: 5 },
        series: [{ kpi: 'itf_in_util' }],
        filters: [{ element: 'interface', onlyActive: true }],
      },
    },
    {
      id: 'sites',
      type: 'inventory',
      title: 'Sites',
      place,
      settings: { element: 'site', properties: [{ property: 'city' }] },
    },
  ],
} as unknown as WrittenDocument);

const context = { period: { from: 0, to: 3_600 }, timeZone: 'Europe/Paris' };
const [link] = requestsOf(document, { ...context, selection: { device: [7] } });
const requested: DataRequestInput =
  link !== undefined && 'request' in link ? link.request : expect.fail('no request');
const isRequested = (change: Partial<DataRequestInput>): boolean =>
  isRequestOf(document, DataRequest.parse({ ...requested, ...change }));

describe('a document requests', () => {
  it.each(starters.map(({ key, document: of }) => [key, of] as const))(
    'what its own dashlets ask, in the product’s %s',
    (_key, of) => {
      const own = DashboardDocument.parse(of);
      const selection = Object.fromEntries(own.filters.map(({ id }) => [id, [1, 2]]));
      const requests = requestsOf(own, { ...context, selection });
      expect(requests.length).toBeGreaterThan(0);
      for (const one of requests)
        expect('request' in one && isRequestOf(own, DataRequest.parse(one.request))).toBe(true);
    },
  );

  it.each<[string, Partial<DataRequestInput>]>([
    ['another period', { from: 7_200, to: 9_000 }],
    ['another zone of a reader', { timeZone: 'America/New_York' }],
    ['new steps only', { since: 1_800 }],
    ['a page of its rows', { lines: { from: 20, count: 10, search: 'Lyon' } }],
    [
      'another selection',
      { filters: [{ ...requested.filters![0]!, ids: [3] }, ...requested.filters!.slice(1)] },
    ],
  ])('its dashlet for %s', (_what, change) => {
    expect(isRequested(change)).toBe(true);
  });

  it.each<[string, Partial<DataRequestInput>]>([
    ['another KPI', { series: [{ kpi: 'itf_out_util' }] }],
    ['other keys', { keys: ['site'] }],
    ['more keys', { breakdown: { kind: 'top', count: 30 } }],
    ['another aggregation', { series: [{ kpi: 'itf_in_util', aggregation: 'maximum' }] }],
    ['finer steps', { working: '5m', display: '5m' }],
    ['other business hours', { businessHours: 'monday-friday' }],
    ['without the filter of the dashlet', { filters: requested.filters!.slice(0, -1) }],
    ['without the filter of the document', { filters: requested.filters!.slice(1) }],
    ['without a mandatory selection', { filters: [requested.filters![0]!, requested.filters![2]!] }],
    [
      'sites outside its conditions',
      { filters: [{ element: 'site', ids: [3] }, ...requested.filters!.slice(1)] },
    ],
    ['a filter that it does not have', { filters: [{ element: 'probe', ids: [1] }, ...requested.filters!] }],
    ['a filter twice', { filters: [requested.filters![0]!, ...requested.filters!] }],
  ])('nothing else: %s', (_what, change) => {
    expect(isRequested(change)).toBe(false);
  });

  const offered = { element: 'site', filters: [{ element: 'site', predicates: [inFrance] }] };
  const listed = { element: 'site', filters: [{ element: 'site', onlyActive: true }], properties: ['city'] };
  it.each<[string, object, boolean]>([
    ['the choice of a filter', { ...offered, label: '{name}, {city}', search: 'ly', ids: [4] }, true],
    ['the choice with another label', { ...offered, label: '{address}' }, false],
    ['the choice without its conditions', { ...offered, label: '{name}, {city}', filters: [] }, false],
    ['other properties of a choice', { ...offered, label: '{name}, {city}', properties: ['address'] }, false],
    ['the list of a dashlet', listed, true],
    [
      'the list for a selection',
      { ...listed, filters: [...listed.filters, { element: 'device', ids: [7] }] },
      true,
    ],
    ['other properties of the list', { ...listed, properties: ['city', 'address'] }, false],
    ['inactive elements of the list', { ...listed, filters: [] }, false],
    [
      'the list by a property that it does not show',
      {
        ...listed,
        filters: [
          ...listed.filters,
          { element: 'site', predicates: [{ property: 'address', operator: 'exists' }] },
        ],
      },
      false,
    ],
    ['elements of another kind', { element: 'device' }, false],
  ])('for elements: %s', (_what, query, isOf) => {
    expect(areElementsOf(document, ElementQuery.parse(query))).toBe(isOf);
  });
});
