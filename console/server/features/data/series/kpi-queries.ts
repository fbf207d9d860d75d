import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ElementKind } from '#schemas/element/kind.ts';
import { flowKpiSeries } from '../sql/flow-series-sql.ts';
import type { Breakdown, Series, SeriesQuery } from '#schemas/kpi/series.ts';
import { elementsWorking, flowsWorking } from '../plan/series-working.ts';
import type { ElementSeries, SeriesRequest } from '../sql/element-values.ts';
import { kpiSeries, type SeriesRow } from '../sql/series-sql.ts';
import type { Granularity } from '#schemas/time/granularity.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import { accessesAmong, checkAlgebra, showsAccesses } from '../plan/kpi-algebra.ts';
import { hoursFrom, isFromMinutes, type RetainedValues } from '../plan/retained-values.ts';
import { scaleOf, type QueryableKpi } from '../plan/queryable-kpi.ts';

const PERCENT = 100;

/** A series that a user requests: full steps of its period, limited to the sites that they may see. */
export type ScopedSeriesQuery = Omit<SeriesQuery, 'sites' | 'timeZone' | 'display'> & {
  readonly display: Granularity;
  readonly timeZone: string;
  readonly customer: number;
  readonly sites: readonly number[] | undefined;
};

type SeriesBase = Omit<SeriesRequest, 'working'>;

/** The query of a user in terms of the measures of a KPI. */
function seriesBase(kpi: QueryableKpi, query: ScopedSeriesQuery, retention: RetainedValues): SeriesBase {
  const { strategy, kind, aggregation: own, id } = kpi.computed;
  const { customer, from, to, display, timeZone, sites, over } = query;
  const aggregation = query.aggregation ?? kpi.aggregation;
  checkAlgebra(kpi, { aggregation, over });
  return {
    customer,
    kpi: id,
    scale: scaleOf(kpi),
    strategy,
    kind,
    own,
    aggregation,
    over: over === 'default' ? kpi.over : over,
    level: query.percentile / PERCENT,
    from,
    to,
    display,
    timeZone,
    isFromMinutes: isFromMinutes(query, retention),
    hoursFrom: hoursFrom(retention),
    sites,
  };
}

/** SQL over measures, of WAN accesses where the KPI is about these. Throws SERIES_NOT_RETAINED. */
function elementsSql(
  kpi: QueryableKpi,
  base: SeriesBase & Pick<ElementSeries, 'by'>,
  { query: { elements, working: stated }, retention, accesses, elementCount }: SeriesReading,
) {
  const { by } = base;
  const own = { isOwnList: elements !== undefined, isOfElements: by === 'element' };
  const chosen = showsAccesses(kpi, own) ? accessesAmong(accesses(), elements) : elements;
  // One by one, areas are elements; together they count their members once more.
  const withoutAreas = by !== 'element' && chosen === undefined && base.sites === undefined;
  const series = { ...base, elements: chosen, withoutAreas };
  const count = chosen?.length ?? elementCount(kpi.computed.element);
  const reading = elementsWorking({ ...series, elementCount: count }, { stated }, retention);
  return kpiSeries({ ...series, ...reading });
}

/**
 * SQL over flows for KPIs of applications, over measures for all others, and for the measures of applications, areas,
 * clusters and conversations as elements. Throws KPI_INCOMPATIBLE for what these do not hold, SERIES_NOT_RETAINED.
 */
function seriesSql(kpi: QueryableKpi, base: SeriesBase, source: SeriesReading) {
  const { by, elements, applications, working: stated } = source.query;
  const flows = kpi.computed.element === 'application' ? kpi.formula('flow') : undefined;
  if (flows !== undefined && by !== 'element' && elements === undefined) {
    const { working } = flowsWorking(base, { stated }, source.retention);
    return flowKpiSeries({ ...base, working, by, applications }, flows);
  }
  if (by === 'application' || applications !== undefined)
    throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: kpi.key } });
  return elementsSql(kpi, { ...base, by }, source);
}

const groupedSeries = (rows: readonly SeriesRow[], by: Breakdown): Series['series'] =>
  [...Map.groupBy(rows, ({ id }) => id)].map(([id, points]) => ({
    id: by === 'none' ? null : id,
    points: points.map(({ at, value }) => [at, value]),
  }));

/** What a series is read from. */
export interface SeriesReading {
  readonly query: ScopedSeriesQuery;
  readonly retention: RetainedValues;
  /** WAN accesses of the customer. */
  readonly accesses: () => readonly number[];
  /** Number of elements of a kind that the customer has. */
  readonly elementCount: (kind: ElementKind) => number;
}

/** The values of a KPI over time. Throws KPI_INCOMPATIBLE, SERIES_NOT_RETAINED, TOO_MUCH_DATA. */
export async function readSeries(
  clickhouse: Pick<ClickHouse, 'query'>,
  kpi: QueryableKpi,
  source: SeriesReading,
): Promise<Series> {
  const { query } = source;
  const request = seriesBase(kpi, query, source.retention);
  const { sql, params, settings } = seriesSql(kpi, request, source);
  const rows = await withinLimits(clickhouse.query<SeriesRow>(sql, params, settings));
  return {
    kpi: kpi.key,
    unit: kpi.unit,
    aggregation: request.aggregation,
    series: groupedSeries(rows, query.by),
  };
}
