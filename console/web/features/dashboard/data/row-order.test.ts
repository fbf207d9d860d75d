import { describe, expect, it } from 'vitest';
import type { DashletRequest } from '#schemas/dashboard/document-requests.ts';
import { chosenRequests, orderOfColumn } from './row-order.ts';

const request = { id: 'd1', series: [{ kpi: 'itf_in_util' }], from: 0, to: 300 };
const requested: readonly DashletRequest[] = [
  { dashlet: 'd1', request: { ...request, lines: { count: 50, orderBy: 0, order: 'descending' } } },
  { dashlet: 'd2', request: { ...request, id: 'd2' } },
  { dashlet: 'd3', missing: 'site' },
];

describe('the choice of rows of a reader', () => {
  it('replaces that of the document for a dashlet with lines, and keeps their number', () => {
    const order = { orderBy: 'name', order: 'ascending' } as const;
    expect(chosenRequests(requested, { d1: { order }, d2: { order }, d3: { order } })).toEqual([
      { dashlet: 'd1', request: { ...request, lines: { count: 50, orderBy: 'name', order: 'ascending' } } },
      ...requested.slice(1),
    ]);
  });

  it('filters the rows by columns, instead of the filters of the document', () => {
    const filters = [{ key: 'site', contains: 'lyon' }] as const;
    const [chosen] = chosenRequests(requested, { d1: { filters } });
    expect(chosen).toMatchObject({ request: { lines: { count: 50, orderBy: 0, filters } } });
  });

  it('is that of a column: by a series, by names, not by time', () => {
    expect(orderOfColumn({ id: 'series 2', desc: true })).toEqual({ orderBy: 2, order: 'descending' });
    expect(orderOfColumn({ id: 'key site', desc: false })).toEqual({ orderBy: 'name', order: 'ascending' });
    expect(orderOfColumn({ id: 'date', desc: true })).toBeUndefined();
  });
});
