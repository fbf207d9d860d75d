import type { RetentionDays } from '#schemas/limit/retention.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import type { Aggregation } from '#schemas/kpi/kpi.ts';
import { sharesTime } from '#schemas/kpi/algebra/shared-time.ts';
import type { ElementValues, KpiValues } from './element-values.ts';
import type { Aggregate } from './series-steps.ts';
import { neededGranularity, tableGranularity } from '#server/shared/rollup/rollup-table.ts';

/**
 * How a value comes about: from aggregates or quantiles of a rollup, from the values of windows, as one ratio of sums, as volume by time,
 * or from points at the working granularity. Aggregations of a KPI with the same way share a query.
 */
export type ValueWay = 'rollup' | 'quantiles' | 'values' | 'ratio' | 'rate' | 'points';

/** What of a request decides how its values come about. */
export type WayRequest = Omit<KpiValues, 'kpi' | 'scale'> &
  Aggregate & {
    readonly by: ElementValues['by'];
    readonly ranked?: readonly number[] | undefined;
    readonly fromQuantiles?: boolean | undefined;
  };

/** Whether each key is one element: nothing is aggregated over elements. */
export const isSingle = ({ by, ranked }: Pick<WayRequest, 'by' | 'ranked'>): boolean =>
  by === 'element' && ranked === undefined;

const extremes: Partial<Record<Aggregation, KpiValues['over']>> = {
  maximum: 'maximum',
  'maximum date': 'maximum',
  minimum: 'minimum',
  'minimum date': 'minimum',
};

/** Whether elements and time may be aggregated in any order, so that rollups of elements hold what is needed. */
function commutes(request: WayRequest): boolean {
  const { aggregation, over, strategy } = request;
  if (isSingle(request)) return true;
  if (extremes[aggregation] === over) return true;
  const isBefore = strategy === 'before any aggregation';
  if (aggregation === 'sum') return over === 'sum' && !sharesTime(request);
  return isBefore && aggregation === 'average' && (over === 'average' || over === 'weighted');
}

/** Whether a percentile can be read from the stored quantiles of hours and days. */
export const hasQuantiles = (request: WayRequest): boolean => {
  const { aggregation, working, display } = request;
  return isSingle(request) && aggregation === 'percentile' && working === '5m' && display !== '5m';
};

/** Whether the average over time is one ratio of sums, or volume by time. */
function averageWay(request: WayRequest): 'ratio' | 'rate' | undefined {
  const { strategy, aggregation, over } = request;
  if (strategy !== 'after spatial and temporal' || aggregation !== 'average') return undefined;
  if (isSingle(request) || over === 'weighted' || over === 'average') return 'ratio';
  return sharesTime(request) ? 'rate' : undefined;
}

export function valueWayOf(request: WayRequest): ValueWay {
  const { aggregation, working, display, fromQuantiles = false } = request;
  const average = averageWay(request);
  if (average !== undefined) return average;
  if (working !== '5m' || !commutes(request)) return 'points';
  if (tableGranularity(display, request) === '5m') return 'values';
  if (aggregation !== 'percentile') return 'rollup';
  return fromQuantiles ? 'quantiles' : 'values';
}

/** The granularity at which a request reads elements. */
function granularityRead(request: WayRequest): Granularity {
  const { working, display } = request;
  const way = valueWayOf(request);
  // Which elements were observed at the same time, rollups of elements do not say.
  return way !== 'values' && way !== 'points' && way !== 'rate' && working === '5m' ? display : working;
}

/** The granularity of the table that has to reach back to the start of a request. */
export const finestRead = (request: WayRequest): keyof RetentionDays =>
  valueWayOf(request) === 'values' ? '5m' : neededGranularity(granularityRead(request), request);

/** The granularity of the table that a request reads. */
export const tableRead = (request: WayRequest): keyof RetentionDays =>
  valueWayOf(request) === 'values' ? '5m' : tableGranularity(granularityRead(request), request);
