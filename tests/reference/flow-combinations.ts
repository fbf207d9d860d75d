import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { kindRules } from '#schemas/kpi/algebra/kind-rules.ts';
import { aggregations } from '#schemas/kpi/kpi.ts';
import { kpiKeys, type KpiKey } from '#schemas/kpi/library.ts';
import { periods, pickSome, workingsOf, comparedZones } from './combinations.ts';
import { differencesOf, valuesIn } from './comparison.ts';
import { expectedOfFlows, type FlowFacts, type FlowQuery } from './naive/flow-query.ts';
import { computedKpi } from './naive/measured-rows.ts';
import { displaysOf, isWithinMinutes, fullPeriod } from './naive/query.ts';
import { chosenNumber } from './network/chosen-samples.ts';

/** KPIs that are computed from flows. */
export const comparedFlowKpis: readonly KpiKey[] = kpiKeys.filter(
  (key) => computedKpi(key).element === 'application',
);

const keysOfFlows: readonly FlowQuery['by'][] = [
  ...([[], ['site'], ['application'], ['class'], ['conversation']] as const),
  ...([
    ['site', 'application'],
    ['application', 'class'],
    ['site', 'conversation'],
  ] as const),
];

/** What the series of a request for flows have in common. */
export type RequestedFlows = Omit<FlowQuery, 'aggregation' | 'percentile' | 'customer'>;

/** A request for values of flows; `ids`: lists of sites that it may be about. */
function requestOfNumber(kpi: KpiKey, number: number, ids: readonly (readonly number[])[]): RequestedFlows {
  const period = pickSome(periods, number, 1);
  const display = pickSome(displaysOf(period.to - period.from), number, 2);
  return {
    kpi,
    ...period,
    display,
    working: pickSome(workingsOf(display), number, 3),
    zone: pickSome(comparedZones, number, 4),
    by: pickSome(keysOfFlows, number, 5),
    isOverTime: chosenNumber(2, number, 6) === 0,
    sites: pickSome([undefined, undefined, ...ids], number, 7),
  };
}

/** Requests for every KPI of flows, always the same ones. */
export const flowRequestsOf = (
  ids: readonly (readonly number[])[],
  some: number,
): readonly RequestedFlows[] =>
  comparedFlowKpis.flatMap((kpi, place) =>
    Array.from({ length: some }, (_, index) => requestOfNumber(kpi, 7_000_000 + place * 10_000 + index, ids)),
  );

/** The series of a request: every aggregation over time that the kind has. */
export function flowQueriesOf(requested: RequestedFlows, customer: number): readonly FlowQuery[] {
  const { without } = kindRules[computedKpi(requested.kpi).kind];
  return aggregations
    .filter((aggregation) => !without.includes(aggregation))
    .flatMap((aggregation) =>
      (aggregation === 'percentile' ? [95, 50, 30] : [95]).map((percentile) => ({
        ...requested,
        customer,
        aggregation,
        percentile,
      })),
    );
}

/** A request of the API for the queries of one period. */
export const flowRequestOf = (
  id: string,
  requested: RequestedFlows,
  queries: readonly FlowQuery[],
): DataRequestInput => ({
  id,
  series: queries.map(({ kpi, aggregation, percentile }) => ({ kpi, aggregation, percentile })),
  keys: [...(requested.isOverTime ? (['date'] as const) : []), ...requested.by],
  breakdown: requested.by.length === 0 ? { kind: 'none' } : { kind: 'all' },
  from: requested.from,
  to: requested.to,
  display: requested.display,
  timeZone: requested.zone,
  conversationMode: requested.by.includes('conversation'),
  ...(requested.working !== undefined && { working: requested.working }),
  filters: requested.sites === undefined ? [] : [{ element: 'site', ids: [...requested.sites] }],
});

const nameOf = ({ kpi, aggregation, percentile, by, ...query }: FlowQuery): string =>
  [
    kpi,
    aggregation,
    percentile,
    'by',
    by.join('+') || 'all',
    query.isOverTime ? 'over time' : 'in total',
    query.working ?? '',
    query.display,
    query.zone,
    new Date(query.from * 1_000).toISOString(),
    JSON.stringify(query.sites ?? []),
  ].join(' ');

const isRatioOfSums = ({ kpi, aggregation }: FlowQuery): boolean =>
  computedKpi(kpi).strategy === 'after spatial and temporal' && aggregation === 'average';

/** What is wrong with the result of a request. */
export function flowFaultsOf(
  queries: readonly FlowQuery[],
  result: DataResult | string | undefined,
  facts: FlowFacts,
): readonly string[] {
  const right = queries.map((query) => {
    const isFine = isRatioOfSums(query) || isWithinMinutes(fullPeriod(query).from, facts.nowMs);
    return expectedOfFlows(query, facts, query.working ?? (isFine ? '5m' : '1h'));
  });
  if (result === undefined || typeof result === 'string') {
    const isEmpty = right.every((values) => values.size === 0);
    return isEmpty && (result === 'DASHLET_NO_DATA' || result === 'DASHLET_NO_MATCH')
      ? []
      : [`${nameOf(queries[0]!)}: ${String(result)}`];
  }
  return queries.flatMap((query, series) =>
    differencesOf(valuesIn(result, series), right[series]!)
      .slice(0, 3)
      .map((fault) => `${nameOf(query)}: ${fault}`),
  );
}
