import type { DataRequestInput, DataSeries } from '#schemas/data/data-request.ts';
import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Aggregation, Kpi } from '#schemas/kpi/kpi.ts';
import type { CounterScope } from '#schemas/counter/scope.ts';
import { kpis, type KpiKey } from '#schemas/kpi/library.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { expectedOfFlows, type FlowQuery } from './naive/flow-query.ts';
import { computedKpi, type NaiveRow } from './naive/measured-rows.ts';
import {
  expectedOf,
  isWithinMinutes,
  ownOver,
  fullPeriod,
  type NaiveFacts,
  type Query,
} from './naive/query.ts';
import type { ReportedTraffic } from './network/chosen-flows.ts';

type GroupAttribute = Exclude<KeyAttribute, 'date'>;

/** What is true of the network and of its traffic. */
export interface DashletFacts extends NaiveFacts {
  readonly traffic: readonly ReportedTraffic[];
  /** Where the values of an element come from. */
  readonly scopeOf: (element: number) => CounterScope | undefined;
  /** The customer of which no device is observed throughout. */
  readonly missesPolls: number;
}

/** The right values of a series, by key and step; `estimated`: a percentile of stored quantiles, which interpolates. */
export interface RightValues {
  readonly values: ReadonlyMap<string, readonly number[]>;
  readonly isEstimated: boolean;
}

/** A series of a request, with what it inherits from its KPI. */
interface StatedSeries {
  readonly kpi: KpiKey;
  readonly aggregation: Aggregation;
  readonly percentile: number;
  readonly over: Over;
}

const DAY = 86_400;

/** By default 5 minutes up to 2 days, an hour up to 24 days, else a day. */
export const naiveDisplay = ({
  from,
  to,
  display,
}: Pick<DataRequestInput, 'from' | 'to' | 'display'>): Granularity =>
  display ?? (to - from <= 2 * DAY ? '5m' : to - from <= 24 * DAY ? '1h' : '1d');

function statedSeries({
  kpi: key,
  aggregation,
  percentile = 95,
  over,
}: DataRequestInput['series'][number]): StatedSeries {
  const kpi = key as KpiKey;
  const own: Kpi = kpis[kpi];
  return {
    kpi,
    percentile,
    aggregation: aggregation === undefined || aggregation === 'default' ? own.aggregation : aggregation,
    over: over === undefined || over === 'default' ? ownOver(kpi) : over,
  };
}

/** The key attributes of the rows of a request. */
const attributesOf = ({ keys = [] }: Pick<DataRequestInput, 'keys'>): readonly GroupAttribute[] =>
  keys.filter((key): key is GroupAttribute => key !== 'date');

/** The key of a row. Beside a device or what belongs to it, the site is the one that it has now. */
function keyOfRow(row: NaiveRow, attributes: readonly GroupAttribute[], facts: DashletFacts): string {
  const isOfSites = attributes.length === 1;
  const ids = attributes.map((attribute) => {
    if (attribute === 'site') return isOfSites ? row.site : facts.referenceSite(row.device);
    return attribute === 'device' ? row.device : row.element;
  });
  return ids.join('+') || 'all';
}

interface Reading {
  readonly request: DataRequestInput;
  readonly customer: number;
  readonly facts: DashletFacts;
  readonly isOverTime: boolean;
}

function valuesOfElements(
  series: StatedSeries,
  { request, customer, facts, isOverTime }: Reading,
): RightValues {
  const attributes = attributesOf(request);
  const query: Query = {
    ...series,
    customer,
    by: attributes.at(-1),
    isOverTime,
    chosen: undefined,
    working: request.working,
    display: naiveDisplay(request),
    zone: request.timeZone!,
    from: request.from,
    to: request.to,
  };
  const { working, values } = expectedOf(query, facts, (row) => keyOfRow(row, attributes, facts));
  return { values, isEstimated: working === 'estimated' };
}

function valuesOfFlows(
  { kpi, aggregation, percentile }: StatedSeries,
  { request, customer, facts, isOverTime }: Reading,
): RightValues {
  const query: FlowQuery = {
    kpi,
    aggregation,
    percentile,
    customer,
    isOverTime,
    sites: undefined,
    by: attributesOf(request),
    working: request.working,
    display: naiveDisplay(request),
    zone: request.timeZone!,
    from: request.from,
    to: request.to,
  };
  const isRatioOfSums =
    computedKpi(kpi).strategy === 'after spatial and temporal' && aggregation === 'average';
  const isFine = isRatioOfSums || isWithinMinutes(fullPeriod(query).from, facts.nowMs);
  const values = expectedOfFlows(query, facts, query.working ?? (isFine ? '5m' : '1h'));
  return { values, isEstimated: false };
}

/** The values of a series that are right. */
export function rightValues(requested: DataRequestInput['series'][number], reading: Reading): RightValues {
  const series = statedSeries(requested);
  return computedKpi(series.kpi).element === 'application'
    ? valuesOfFlows(series, reading)
    : valuesOfElements(series, reading);
}

const capacity = /_(in|out)_capacity$/;

/** Bandwidths are contracts and settings, of which this reference knows no values (`combinations.ts`). */
export const isOfBandwidth = ({ kpi }: Pick<DataSeries, 'kpi'>): boolean => capacity.test(kpi);

/** Whether an element of this scope has a bandwidth of its own. */
export const hasBandwidth = (kpi: string, scope: CounterScope | undefined): boolean =>
  scope === undefined || computedKpi(kpi as KpiKey).formulas[scope] !== undefined;

/** The series with a value wherever a bandwidth has one at least: what is used of it. */
export const usedOf = (
  requested: DataRequestInput['series'][number],
): DataRequestInput['series'][number] => ({
  ...requested,
  kpi: requested.kpi.replace(capacity, '_$1_util'),
  aggregation: 'average',
  over: 'default',
});
