import { describe, expect, it } from 'vitest';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import { DataRequest, type DataRequestInput as ChartRequest } from '#schemas/data/data-request.ts';
import { libraryDirectory as kpis } from '#schemas/kpi/directory.ts';
import { comparableBy, requestsWithElements } from './compared-elements.ts';

const aRequest = (part: Partial<ChartRequest>): ChartRequest => ({
  id: 'd1',
  series: [{ kpi: 'itf_in_bps' }],
  keys: ['date'],
  from: 0,
  to: 3_600,
  ...part,
});
const port = { element: 'interface' as const, ids: [7] };
const site = { element: 'site' as const, ids: [2] };
const rows = (...ids: readonly number[]) =>
  ({
    rows: ids.map((id) => ({ key: [{ attribute: 'interface', id, name: `Gi0/${String(id)}` }] })),
  }) as never;
const by = (part: Partial<ChartRequest>, result?: DataResult) =>
  comparableBy(aRequest(part), { result, kpis });

describe('another element in a chart', () => {
  it.each([
    ['of the element that it is about', { filters: [port] }, undefined, 'interface', [7], []],
    [
      'of the innermost one, within the others',
      { filters: [site, port] },
      undefined,
      'interface',
      [7],
      [site],
    ],
    ['of its site', { series: [{ kpi: 'wan_in_bps' }], filters: [site] }, undefined, 'site', [2], []],
    [
      'of an application',
      { series: [{ kpi: 'app_bps' }], filters: [{ element: 'application', ids: [443] }, site] },
      undefined,
      'site',
      [2],
      [{ element: 'application', ids: [443] }],
    ],
    [
      'of its lines',
      { keys: ['date', 'interface'], breakdown: { kind: 'top', count: 2 }, filters: [site] },
      rows(4, 5),
      'interface',
      [4, 5],
      [site],
    ],
  ] as const)('is %s', (_, part, result, kind, ids, filters) => {
    expect(by(part as never, result)).toEqual({ kind, ids, filters });
  });

  it.each([
    ['is about no single element', {}],
    ['is about several', { filters: [{ element: 'interface', ids: [7, 8] }] }],
    [
      'selects by properties',
      { filters: [{ ...port, predicates: [{ property: 'city', operator: 'exists' }] }] },
    ],
    ['has KPIs without values of that kind', { series: [{ kpi: 'cpe_cpu' }], filters: [port] }],
    ['shows all', { keys: ['date', 'interface'], breakdown: { kind: 'all' } }],
    [
      'has lines of several attributes',
      { keys: ['date', 'site', 'interface'], breakdown: { kind: 'top', count: 2 } },
    ],
    ['has a KPI that does not exist any more', { series: [{ kpi: 'removed' }], filters: [port] }],
  ] as const)('is not offered by a chart that %s', (_, part) => {
    expect(by(part as never, rows(4))).toBeUndefined();
  });

  it('is a line of its own in a request that the server takes, and other dashlets stay as they are', () => {
    const requests = ['d1', 'd2'].map((dashlet) => ({
      dashlet,
      request: aRequest({ id: dashlet, filters: [site, port] }),
    }));
    const [one, other] = requestsWithElements(requests, { d1: { kind: 'interface', ids: [7, 9] } });
    expect(other).toBe(requests[1]);
    const { request } = one as (typeof requests)[number];
    expect(request).toMatchObject({
      keys: ['date', 'interface'],
      breakdown: { kind: 'list', ids: [7, 9] },
      filters: [site, { element: 'interface', ids: [7, 9] }],
    });
    expect(DataRequest.safeParse(request).success).toBe(true);
  });
});
