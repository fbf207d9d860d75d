import { describe, expect, it } from 'vitest';
import { DashboardDocument, emptyDocument } from '#schemas/dashboard/document.ts';
import type { ExploreSearch } from '../explore-search.ts';
import { alarmOf } from './alarm-of.ts';
import { savedDashlet, elementFiltersOf } from './dashlet-of.ts';
import { withDashlet } from './with-dashlet.ts';

const search = (change: Partial<ExploreSearch> = {}): ExploreSearch =>
  ({ by: [], ways: false, p95: false, raw: false, ...change }) as ExploreSearch;

describe('a dashlet of the explorer', () => {
  it('has the KPI of the measure, the keys of the dimensions and the heaviest rows', () => {
    expect(savedDashlet(search({ by: ['site', 'application'], rows: 50 }))).toEqual({
      type: 'timeline',
      settings: {
        series: [{ kpi: 'app_bps' }],
        keys: ['site', 'application'],
        breakdown: { kind: 'top', count: 30, others: true },
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
    expect(savedDashlet(search(change as Partial<ExploreSearch>))).toBe(obstacle);
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
    expect(alarmOf(search(change as Partial<ExploreSearch>))).toEqual(expected);
  });
});
