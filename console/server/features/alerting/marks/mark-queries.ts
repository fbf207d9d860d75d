import type { Severity } from '#schemas/alerting/severity.ts';
import { elementMarkLimits } from '#schemas/limit/element-mark.ts';
import { eventConditions, isOneOfSql, type EventFilter } from '../event-filter.ts';
import { historyQueryLimits } from '../history-queries.ts';

/** A time in which an alarm ran, as far as the period shows it. */
export interface RunRow {
  readonly alarm: number;
  readonly element: number;
  readonly site: number;
  readonly severity: Severity;
  /** Seconds since 1970. */
  readonly from: number;
  /** 0: it runs at the end of the period. */
  readonly until: number;
}

export interface RunFilter extends EventFilter {
  readonly elements: readonly number[];
  readonly from: number;
  readonly to: number;
}

/**
 * Runs that overlap [from, to), newest first, one more than are shown: each raise until the clear that follows. Events of before the
 * period are read for raises that last into it: of each alarm on these elements, which is little.
 */
export function runsSql({ elements, from, to, ...filter }: RunFilter) {
  const { sql, params } = eventConditions(filter, ['raise', 'clear']);
  return {
    sql: `SELECT alarm, element, site, severity, greatest(began, {from:UInt32}) AS from, until
FROM (
  SELECT alarm, element, site, severity, edge, toUnixTimestamp(at) AS began,
    leadInFrame(toUnixTimestamp(at), 1, 0) OVER (
      PARTITION BY alarm, element ORDER BY at, edge ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ) AS until
  FROM (
    SELECT DISTINCT alarm, element, site, severity, edge, alarm_events.at AS at FROM alarm_events
    WHERE ${sql} AND ${isOneOfSql('element', elements)} AND alarm_events.at < toDateTime({to:UInt32}, 'UTC')
  )
)
WHERE edge = 'raise' AND (until = 0 OR until > {from:UInt32})
ORDER BY began DESC, alarm, element
LIMIT ${String(elementMarkLimits.maxPeriods + 1)}`,
    params: { ...params, from, to },
    settings: historyQueryLimits,
  };
}
