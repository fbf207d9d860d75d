import type { DataRequestInput } from '#schemas/data/data-request.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { TOP_BREAKDOWN_MAX_SITES } from '#schemas/limit/dashlet.ts';
import { exploredPeriod, rowLimit } from '../explore-request.ts';
import type { ExploreSearch } from '../explore-search.ts';
import { isConversation, rankOrder } from './explored-kpi.ts';

/** Lengths of steps that values of KPIs have, by the seconds of an address. */
const granularities = { 300: '5m', 3600: '1h', 86400: '1d' } as const;
export const kpiSteps = [300, 3_600, 86_400] as const;

/** What is read of a KPI. */
export interface ExploredKpi {
  readonly facts: KpiFacts;
  readonly keys: readonly GroupAttribute[];
  readonly filters: readonly ElementFilter[];
}

const LEVEL = 95;

/** Requests by their ids: the rows and the total, each of the period and by steps. */
export const requestIds = ['rows', 'rowSteps', 'total', 'totalSteps'] as const;
export type RequestId = (typeof requestIds)[number];

/** The value of the period, and the 95th percentile and the maximum of its points, in this order. */
const seriesOf = (kpi: string): DataRequestInput['series'] => [
  { kpi },
  { kpi, aggregation: 'percentile', percentile: LEVEL },
  { kpi, aggregation: 'maximum' },
];

/** The data requests with what an address shows of a KPI: those of a dashlet with the same KPI, keys and filters. */
export function kpiRequests(
  { facts, keys, filters }: ExploredKpi,
  search: ExploreSearch,
  now: number,
): readonly DataRequestInput[] {
  const { step, compare } = search;
  const display = step === undefined ? undefined : granularities[step as keyof typeof granularities];
  const count = Math.min(rowLimit(search), TOP_BREAKDOWN_MAX_SITES);
  const top = { kind: 'top', count, others: true, order: rankOrder(facts) } as const;
  const common = {
    ...exploredPeriod(search, now),
    ...(display && { display }),
    filters: [...filters],
    conversationMode: isConversation(facts, keys),
  };
  const series = [{ kpi: facts.key }];
  const comparison = compare === undefined ? {} : { comparison: compare };
  const rows: DataRequestInput[] =
    keys.length === 0
      ? []
      : [
          { ...common, id: 'rows', series: seriesOf(facts.key), keys: [...keys], breakdown: top },
          { ...common, ...comparison, id: 'rowSteps', series, keys: ['date', ...keys], breakdown: top },
        ];
  return [
    ...rows,
    { ...common, id: 'total', series: seriesOf(facts.key) },
    { ...common, ...comparison, id: 'totalSteps', series, keys: ['date'] },
  ];
}

export type KpiResults = Partial<Readonly<Record<RequestId, DataResult>>>;

/** The requests with the values of the earlier period for the same rows; none: nothing of it is stored. */
export function earlierRequests(
  requests: readonly DataRequestInput[],
  { rows, totalSteps }: KpiResults,
): readonly DataRequestInput[] {
  const { earlier, steps } = totalSteps ?? {};
  const [from] = earlier?.steps ?? [];
  const [start] = steps ?? [];
  if (earlier?.retained !== true || typeof from !== 'number' || start === undefined) return [];
  const shift = start - from;
  const ranked = rows?.rows.flatMap(({ key, others }) => (others === true ? [] : [key.map(({ id }) => id)]));
  return requests
    .filter(({ id }) => id === 'rows' || id === 'total')
    .map(({ series, ...request }) => ({
      ...request,
      series: series.slice(0, 1),
      from: request.from - shift,
      to: request.to - shift,
      // Keys of an earlier result are taken together with its version.
      ...(request.id === 'rows' && rows !== undefined && { ranked, since: rows.version }),
    }));
}
