import { describe, expect, it } from 'vitest';
import { DashboardDocument, emptyDocument } from '#schemas/dashboard/document.ts';
import { emptyReport, ReportDocument } from '#schemas/report/document.ts';
import type { ExploreSearch } from '../explore-search.ts';
import { libraryDirectory as kpis } from '#schemas/kpi/directory.ts';
import { alarmOf } from './alarm-of.ts';
import { elementFiltersOf } from '../element-filters.ts';
import { savedDashlet } from './dashlet-of.ts';
import { withDashlet } from './with-dashlet.ts';
import { withReportItem } from './with-report-item.ts';

const search = (change: Partial<ExploreSearch> = {}): ExploreSearch =>
  ({ by: [], keys: [], ways: false, p95: false, raw: false, ...change }) as ExploreSearch;

describe('a dashlet of the explorer', () => {
  it('has the KPI of the measure, the keys of the dimensions and the heaviest rows', () => {
    expect(savedDashlet(search({ by: ['site', 'application'], rows: 50 }), kpis)).toEqual({
      type: 'timeline',
      settings: {
        series: [{ kpi: 'app_bps' }],
        keys: ['site', 'application'],
        breakdown: { kind: 'top', count: 30, others: true, order: 'highest' },
        conversationMode: false,
        filters: [],
        style: 'area',
        stacked: true,
      },
    });
  });

  it.each([
    [{ measure: 'packets' }, 'measure'],
    [{ by: ['source-address'] }, 'dimension'],
    [{ by: ['site', 'vlan'] }, 'dimension'],
    [{ filter: 'port = 443' }, 'filter'],
    [{ filter: 'site = Lyon or site = Lille' }, 'filter'],
    [{ filter: 'application in (HTTPS, #5)' }, 'filter'],
    [{ filter: 'site != #5' }, 'filter'],
    [{ filter: 'site =' }, 'filter'],
  ] as const)('of %j is none, since its %s has no counterpart', (change, obstacle) => {
    expect(savedDashlet(search(change as Partial<ExploreSearch>), kpis)).toBe(obstacle);
  });

  it.each([
    [
      'site = Lyon',
      { element: 'site', predicates: [{ property: 'name', operator: 'equals', values: ['Lyon'] }] },
    ],
    [
      'site !~ ly',
      { element: 'site', predicates: [{ property: 'name', operator: 'notcontains', values: ['ly'] }] },
    ],
    ['application in (#5, #6)', { element: 'application', ids: [5, 6], predicates: [] }],
    ['dscp = EF', { element: 'class', ids: [46], predicates: [] }],
  ])('filters %j as dashboards do', (filter, expected) => {
    expect(elementFiltersOf(filter)).toEqual([{ onlyActive: false, ...expected }]);
  });

  it.each([
    ['stacked', 'timeline'],
    ['lines', 'timeline'],
    ['table', 'table'],
    ['sankey', 'table'],
    ['heat', 'table'],
  ] as const)('in the view %s is a %s that documents take, below the others', (view, type) => {
    const dashlet = savedDashlet(
      search({ by: ['remote-site'], view, compare: 'week', filter: 'site = Lyon' }),
      kpis,
    );
    if (typeof dashlet === 'string') throw new Error(dashlet);
    expect(dashlet.type).toBe(type);
    const once = withDashlet(emptyDocument, dashlet, 'Traffic');
    const twice = withDashlet(once, dashlet, 'Traffic');
    const { dashlets } = DashboardDocument.parse(twice);
    expect(dashlets.map(({ place: { y } }) => y)).toEqual([0, dashlets[0]!.place.height]);
    expect(new Set(dashlets.map(({ id }) => id)).size).toBe(2);
  });
});

describe('a dashlet of the explorer in a report', () => {
  const dashlet = savedDashlet(search({ by: ['site'], view: 'table' }), kpis);
  if (typeof dashlet === 'string') throw new Error(dashlet);

  it('is below the items of the last page, as wide as the page, and on a new page where there is no room', () => {
    const documents = [emptyReport];
    for (let count = 0; count < 4; count += 1)
      documents.push(withReportItem(documents.at(-1)!, dashlet, 'Traffic'));
    const { pages } = ReportDocument.parse(documents.at(-1));
    const frames = pages.map(({ items }) => items.map(({ frame }) => frame));
    expect(frames.flat()).toHaveLength(4);
    expect(pages.length).toBeGreaterThan(1);
    for (const [page, own] of frames.entries())
      for (const [place, { x, y, width, height }] of own.entries()) {
        const before = own[place - 1];
        expect([x, x + width <= pages[page]!.width]).toEqual([40, true]);
        expect(y).toBeGreaterThanOrEqual(before === undefined ? 40 : before.y + before.height);
        expect(y + height).toBeLessThanOrEqual(pages[page]!.height);
      }
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  });

  it('shows what the dashlet shows, and leaves what is there as it is', () => {
    const one = withReportItem(emptyReport, dashlet, 'Traffic');
    const two = withReportItem(one, dashlet, 'More');
    expect(two.pages[0]!.items[0]).toEqual(one.pages[0]!.items[0]);
    expect(one.pages[0]!.items).toMatchObject([
      { kind: 'dashlet', content: { type: 'table', title: 'Traffic', settings: { keys: ['site'] } } },
    ]);
  });
});

describe('an alarm definition of the explorer', () => {
  it.each([
    [{}, { kpi: 'app_bps', target: 'site' }],
    [
      { by: ['site', 'application'], measure: 'bytes' },
      { kpi: 'app_bytes', target: 'application' },
    ],
    [{ filter: 'dscp = EF' }, { kpi: 'app_bps', target: 'class' }],
    [
      { by: ['remote-site'], filter: 'site = Lyon' },
      { kpi: 'app_bps', target: 'conversation' },
    ],
    [{ measure: 'flows' }, 'measure'],
    [{ by: ['vlan'] }, 'dimension'],
    [{ filter: 'port = 443' }, 'filter'],
  ] as const)('of %j is %j', (change, expected) => {
    expect(alarmOf(search(change as Partial<ExploreSearch>), kpis)).toEqual(expected);
  });
});
