import { describe, expect, it } from 'vitest';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { libraryDirectory as kpis } from '#schemas/kpi/directory.ts';
import { alarmOfChart } from './alarm-of-chart.ts';
import { exploreOfChart } from './explore-of-chart.ts';

const resultOf = (values: readonly number[]) =>
  ({
    rows: [{ key: [{ attribute: 'interface', id: 9, name: 'Gi0/1' }], values: [[...values]] }],
  }) as unknown as DataResult;
const chartOf = (kpi: string) => ({ series: [{ kpi }], thresholds: [] }) as never;

describe('the alarm on what a chart shows', () => {
  it('has its KPI, the kind of its rows and a threshold above its values', () => {
    expect(alarmOfChart(chartOf('itf_in_util'), { result: resultOf([40, 50]), kpis })).toEqual({
      kpi: 'itf_in_util',
      target: 'interface',
      operator: '>',
      threshold: 60,
    });
  });

  it('has no threshold before there are values, and is none of a KPI that does not exist', () => {
    expect(alarmOfChart(chartOf('itf_in_util'), { result: undefined, kpis })).toEqual({ kpi: 'itf_in_util' });
    expect(alarmOfChart(chartOf('nothing'), { result: undefined, kpis })).toBeUndefined();
  });
});

describe('the explorer opened from a chart', () => {
  const flows = [...kpis.values()].find(
    ({ scopes, element }) => scopes.includes('flow') && element === 'application',
  )!;
  const requested = (filters: object[], kpi = flows.key) =>
    ({ filters, series: [{ kpi }] }) as unknown as DataRequestInput;

  it('has the filters of the chart', () => {
    const filter = exploreOfChart(
      requested([
        { element: 'site', ids: [3, 4] },
        { element: 'class', ids: [46] },
      ]),
      kpis,
    );
    expect(filter).toBe('site in (#3, #4) and dscp in (46)');
    expect(parseFlowFilter(filter!).ok).toBe(true);
    expect(exploreOfChart(requested([]), kpis)).toBe('');
  });

  it.each([
    ['of what flows do not know', requested([{ element: 'tunnel', ids: [3] }])],
    ['selected by properties', requested([{ element: 'site', predicates: [{ property: 'city' }] }])],
    ['without flows', requested([], 'itf_in_util')],
  ])('is not offered by a chart %s', (_, request) => {
    expect(exploreOfChart(request, kpis)).toBeUndefined();
  });
});
