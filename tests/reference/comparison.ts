import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { ComparedRequest } from './combinations.ts';
import { expectedOf, isOfUncutHours, type NaiveFacts, type Query } from './naive/query.ts';

/** A request of the API for the queries of one period, which differ in their aggregations. */
export const comparedRequest = (
  id: string,
  requested: ComparedRequest,
  queries: readonly Query[],
): DataRequestInput => ({
  id,
  series: queries.map(({ kpi, aggregation, percentile, over }) => ({ kpi, aggregation, percentile, over })),
  keys: [
    ...(requested.isOverTime ? (['date'] as const) : []),
    ...(requested.by === undefined ? [] : [requested.by]),
  ],
  breakdown: requested.by === undefined ? { kind: 'none' } : { kind: 'all' },
  from: requested.from,
  to: requested.to,
  display: requested.display,
  timeZone: requested.zone,
  ...(requested.working !== undefined && { working: requested.working }),
  filters:
    requested.chosen === undefined ? [] : [{ element: requested.chosen.kind, ids: [requested.chosen.id] }],
});

/** Values of a series of a result by key and step. */
export function valuesIn({ rows, steps }: DataResult, series: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { key, values } of rows)
    for (const [step, value] of values[series]!.entries())
      if (value !== null)
        found.set(
          `${key.map(({ id }) => String(id)).join('+') || 'all'} ${String(steps?.[step] ?? 0)}`,
          value,
        );
  return found;
}

/** Doubles that were added in another order. */
export const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));

type Values = ReadonlyMap<string, number>;

/** Differences between values and those that are right. */
export function differencesOf(
  found: Values,
  right: ReadonlyMap<string, readonly number[]>,
): readonly string[] {
  const names = new Set([...found.keys(), ...right.keys()]);
  return [...names].flatMap((name) => {
    const [value, allowed] = [found.get(name), right.get(name) ?? []];
    const isRight = value !== undefined && allowed.some((one) => isNear(value, one));
    return isRight ? [] : [`${name}: ${String(value)} for ${allowed.join(' or ') || 'none'}`];
  });
}

const nameOf = ({ kpi, aggregation, percentile, over, by, ...query }: Query): string =>
  [
    kpi,
    aggregation,
    aggregation === 'percentile' ? percentile : '',
    'over',
    over,
    'by',
    by ?? 'all',
    query.isOverTime ? 'over time' : 'in total',
    query.working ?? '',
    query.display,
    query.zone,
    new Date(query.from * 1_000).toISOString(),
    JSON.stringify(query.chosen ?? {}),
  ].join(' ');

const SHOWN = 3;

/** What is wrong with the result of a request. */
export function faultsOf(
  queries: readonly Query[],
  result: DataResult | string | undefined,
  facts: NaiveFacts,
): readonly string[] {
  const right = queries.map((query) => expectedOf(query, facts));
  if (result === undefined || typeof result === 'string') {
    const isEmpty = right.every(({ values }) => values.size === 0);
    const isRight = isEmpty && (result === 'DASHLET_NO_DATA' || result === 'DASHLET_NO_MATCH');
    return isRight ? [] : [`${nameOf(queries[0]!)}: ${String(result)}`];
  }
  const isNoted = (result.notes ?? []).some(({ code }) => code === 'UNCUT_HOURS');
  const noted =
    isNoted === isOfUncutHours(queries[0]!, facts) ? [] : [`${nameOf(queries[0]!)}: note of hours`];
  const faults = queries.flatMap((query, series) => {
    const { working, values } = right[series]!;
    const { fromQuantiles, working: stated } = result.series[series]!;
    // Quantiles that are stored interpolate between neighbouring ranks.
    if (working === 'estimated') return fromQuantiles ? [] : [`${nameOf(query)}: not estimated`];
    const wrong = differencesOf(valuesIn(result, series), values).slice(0, SHOWN);
    const worked = stated === working ? [] : [`working ${stated} for ${working}`];
    return [...worked, ...wrong].map((fault) => `${nameOf(query)}: ${fault}`);
  });
  return [...noted, ...faults];
}
