import { describe, expect, it } from 'vitest';
import { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import { factsIn, libraryDirectory } from '#schemas/kpi/directory.ts';
import { offeredAggregations, offeredOvers, ofKpi } from './series-algebra.ts';

const facts = (kpi: string) => factsIn(libraryDirectory, kpi);
const series = (part: object) => DashletSeries.parse({ kpi: 'itf_in_bytes', ...part });

describe('the aggregations that the editor offers', () => {
  it.each([
    ['itf_in_bytes', ['sum'], []],
    ['itf_in_bps', [], ['sum']],
    ['cpe_avail', [], ['sum']],
    ['cpe_uptime', ['last'], ['sum', 'average', 'percentile']],
  ])('of %s include %j, not %j', (kpi, has, hasNot) => {
    const offered = offeredAggregations(facts(kpi), 'default');
    expect(offered[0]).toBe('default');
    expect(offered).toEqual(expect.arrayContaining(has));
    for (const one of hasNot) expect(offered).not.toContain(one);
  });

  it.each([
    ['itf_in_bps', ['default', 'sum', 'maximum', 'minimum']],
    ['itf_in_util', ['default', 'weighted', 'maximum', 'minimum']],
    ['cpe_cpu', ['default', 'average', 'maximum', 'minimum']],
    ['sla_mos', ['default', 'minimum', 'maximum']],
  ])('over elements of %s are %j', (kpi, overs) => {
    expect(offeredOvers(facts(kpi), 'default')).toEqual(overs);
  });

  it('end with a stored one that the kind does not have', () => {
    expect(offeredAggregations(facts('itf_in_bps'), 'sum').at(-1)).toBe('sum');
    expect(offeredOvers(facts('itf_in_bps'), 'average').at(-1)).toBe('average');
  });

  it('are all of them for a KPI that is not known', () => {
    expect(offeredAggregations(undefined, 'default')).toContain('sum');
  });
});

describe('a series of another KPI', () => {
  it.each([
    [{ aggregation: 'sum' }, 'itf_in_bps', { aggregation: 'default' }],
    [{ over: 'sum' }, 'itf_in_util', { over: 'default' }],
    [{ aggregation: 'sum', over: 'sum' }, 'sla_mos', { aggregation: 'default', over: 'default' }],
    [{ aggregation: 'maximum', over: 'maximum' }, 'cpe_cpu', { aggregation: 'maximum', over: 'maximum' }],
    [{ aggregation: 'sum', label: 'Mine' }, 'itf_out_bytes', { aggregation: 'sum', label: 'Mine' }],
  ])('%j of %s has %j', (before, kpi, after) => {
    expect(ofKpi(series(before), kpi, facts(kpi))).toEqual(series({ ...before, ...after, kpi }));
  });

  it('keeps its aggregations where the kind is not known', () => {
    expect(ofKpi(series({ aggregation: 'sum' }), 'unknown', undefined)).toMatchObject({ aggregation: 'sum' });
  });
});
