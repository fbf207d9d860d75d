import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { elementCount } from '#server/shared/context/context.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { accessesOf } from '#schemas/inventory/wan-access.ts';
import { displayOf, pointsOf } from '../plan/series-granularity.ts';
import { LAST_SECOND, type Series, type SeriesQuery } from '#schemas/kpi/series.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import { RETENTION_POINTS, mayDisplay } from '#schemas/time/granularity.ts';
import { isTimeZone } from '#schemas/time/time-zone.ts';
import { inSteps } from '#schemas/time/zoned-steps.ts';
import { timeZoneOf, type Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { HourCuts } from '#server/shared/zone/hour-cuts.ts';
import { readSeries } from './kpi-queries.ts';
import { findQueryableKpi, type KpiSource } from '../plan/queryable-kpi.ts';

export interface KpiSeriesReaderNeeds {
  readonly kpis: KpiSource;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly retentionDays: RetentionDays;
  readonly hourCuts: Pick<HourCuts, 'of'>;
  readonly inventory: { readonly current: Inventory };
}

/** Reads the values of KPIs over time, limited to the sites that a caller may see. */
export class KpiSeriesReader {
  readonly #needs: KpiSeriesReaderNeeds;

  constructor(needs: KpiSeriesReaderNeeds) {
    this.#needs = needs;
  }

  /**
   * Throws NOT_FOUND for an unknown KPI, AGGREGATION_UNDEFINED, DISPLAY_GRANULARITY_TOO_FINE, SERIES_TOO_LONG, KPI_INCOMPATIBLE, SERIES_NOT_RETAINED and
   * TOO_MUCH_DATA.
   */
  async read(
    caller: Caller,
    { customer, key }: { readonly customer: number; readonly key: string },
    query: SeriesQuery,
  ): Promise<Series> {
    const { kpis, clickhouse, clock, retentionDays, hourCuts, inventory } = this.#needs;
    const display = displayOf(query);
    if (query.working !== undefined && !mayDisplay(query.working, display))
      throw new ProblemError('DISPLAY_GRANULARITY_TOO_FINE');
    if (pointsOf(query, display) > RETENTION_POINTS)
      throw new ProblemError('SERIES_TOO_LONG', { params: { max: RETENTION_POINTS } });
    const kpi = await findQueryableKpi(kpis, key);
    if (kpi === undefined) throw new ProblemError('NOT_FOUND');
    const sites = withinSites(caller, customer, query.sites);
    const retention = { days: retentionDays, nowMs: clock.now().getTime(), cut: hourCuts.of(customer) };
    const ofCustomer = timeZoneOf(caller, customer);
    const { timeZone: stated = ofCustomer } = query;
    const timeZone = isTimeZone(stated) ? stated : ofCustomer;
    const steps = inSteps(query, display, timeZone);
    const period = { from: steps.from, to: Math.min(steps.to, LAST_SECOND) };
    return readSeries(clickhouse, kpi, {
      query: { ...query, ...period, display, timeZone, customer, sites },
      retention,
      accesses: () => accessesOf(inventory.current, customer),
      elementCount: (kind) => elementCount(inventory.current, customer, kind),
    });
  }
}
