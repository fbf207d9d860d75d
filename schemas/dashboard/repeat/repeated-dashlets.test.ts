import { describe, expect, it } from 'vitest';
import { DataRequest } from '../../data/data-request.ts';
import { dashboardLimits } from '../../limit/dashboard.ts';
import { isRequestOf } from '../document-read-guard.ts';
import { DashboardDocument, DOCUMENT_VERSION } from '../document.ts';
import { requestsOf } from '../document-requests.ts';
import { repeatedDocument } from './repeated-dashlets.ts';

const gauge = (id: string, x: number, y: number, more: object = {}) => ({
  id,
  type: 'gauge',
  title: 'Load',
  place: { x, y, width: 8, height: 6 },
  settings: { series: [{ kpi: 'itf_in_util' }] },
  ...more,
});
const documentOf = (...dashlets: object[]) =>
  DashboardDocument.parse({
    version: DOCUMENT_VERSION,
    filters: [{ id: 'site', element: 'site' }],
    dashlets,
  });
const chosen = (count: number, all = count) =>
  new Map([
    [
      'site',
      {
        elements: Array.from({ length: count }, (_, index) => ({
          id: index + 1,
          label: `Site ${String(index + 1)}`,
        })),
        count: all,
      },
    ],
  ]);
const placesOf = ({ document }: ReturnType<typeof repeatedDocument>) =>
  document.dashlets.map(({ title, place: { x, y } }) => `${title} ${String(x)},${String(y)}`);
const context = { period: { from: 1_000_000, to: 1_086_400 }, timeZone: 'UTC', selection: {} };

describe('a repeated dashlet', () => {
  it('stands once per element, in rows, and what is below makes room', () => {
    const document = documentOf(gauge('d1', 0, 0, { repeat: 'site' }), gauge('d2', 0, 6, { title: 'All' }));
    expect(placesOf(repeatedDocument(document, chosen(4)))).toEqual([
      'Load · Site 1 0,0',
      'Load · Site 2 8,0',
      'Load · Site 3 16,0',
      'Load · Site 4 0,6',
      'All 0,12',
    ]);
  });

  it('does not cover what is right of it', () => {
    const document = documentOf(gauge('d1', 0, 0, { repeat: 'site' }), gauge('d2', 8, 0, { title: 'Right' }));
    expect(placesOf(repeatedDocument(document, chosen(3)))).toEqual([
      'Load · Site 1 0,0',
      'Load · Site 2 0,6',
      'Load · Site 3 0,12',
      'Right 8,0',
    ]);
  });

  it('is shown for a limited number of elements, and says how many there are', () => {
    const { maxRepeated } = dashboardLimits;
    const document = documentOf(gauge('d1', 0, 0, { repeat: 'site' }));
    const { document: shown, cuts } = repeatedDocument(document, chosen(maxRepeated + 1, 3_000));
    expect(shown.dashlets).toHaveLength(maxRepeated);
    expect(cuts.map(({ shown: count, all }) => [count, all])).toEqual([[maxRepeated, 3_000]]);
  });

  it('never makes more dashlets than a page may have', () => {
    const all = Array.from({ length: 150 }, (_, index) =>
      gauge(`d${String(index)}`, 0, index * 6, { repeat: 'site' }),
    );
    const { document, cuts } = repeatedDocument(documentOf(...all), chosen(12));
    expect(document.dashlets.length).toBeLessThanOrEqual(dashboardLimits.maxDashlets);
    expect(cuts.length).toBeGreaterThan(0);
    expect(new Set(document.dashlets.map(({ id }) => id)).size).toBe(document.dashlets.length);
  });

  it('stands as it is without its filter, without elements, and while they are read', () => {
    const document = documentOf(gauge('d1', 0, 0, { repeat: 'site' }));
    expect(repeatedDocument(document, new Map()).document).toBe(document);
    expect(repeatedDocument(document, chosen(0)).document).toBe(document);
    const orphan = { ...document, filters: [] };
    expect(repeatedDocument(orphan, chosen(3)).document).toBe(orphan);
  });

  it('requests each element by a filter that readers of the document may use, and others may not', () => {
    const document = documentOf(gauge('d1', 0, 0, { repeat: 'site' }));
    const { document: shown } = repeatedDocument(document, chosen(2));
    const requests = requestsOf(shown, context).flatMap((each) => ('request' in each ? [each.request] : []));
    expect(requests.map(({ filters }) => filters)).toMatchObject([
      [{ element: 'site', ids: [1] }],
      [{ element: 'site', ids: [2] }],
    ]);
    const parsed = requests.map((request) => DataRequest.parse(request));
    expect(parsed.map((request) => isRequestOf(document, request))).toEqual([true, true]);
    const fixed = documentOf(gauge('d1', 0, 0));
    const device = {
      ...parsed[0]!,
      filters: [{ element: 'device' as const, ids: [1], predicates: [], onlyActive: false }],
    };
    expect(isRequestOf(document, device)).toBe(false);
    expect(isRequestOf({ ...fixed, filters: [] }, parsed[0]!)).toBe(false);
  });
});
