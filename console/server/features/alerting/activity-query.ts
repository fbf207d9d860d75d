import type { VisibleSites } from '../../kernel/access/caller.ts';
import { inSitesSql, isOneOfSql } from './event-filter.ts';
import { historyQueryLimits } from './history-queries.ts';

export const HOUR_SECONDS = 3_600;

export interface ActivityRow {
  readonly customer: number;
  readonly hour: number;
  readonly raised: number;
}

interface Activity {
  /** Start of an hour, and the end, seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly customers: readonly number[];
  /** Alarms that the caller may see. Undefined: all. */
  readonly visible: readonly number[] | undefined;
  readonly sites: VisibleSites;
}

/** Raises by customer and hour since `from`. */
export function activitySql({ from, to, customers, visible, sites }: Activity) {
  const conditions = [
    "edge = 'raise'",
    isOneOfSql('customer', customers),
    inSitesSql(sites),
    ...(visible === undefined ? [] : [isOneOfSql('alarm', visible)]),
  ];
  return {
    sql: `SELECT customer, toUInt32(intDiv(toUnixTimestamp(alarm_events.at) - {from:UInt32}, ${String(HOUR_SECONDS)})) AS hour, toUInt32(count()) AS raised
FROM alarm_events FINAL
WHERE ${conditions.join(' AND ')}
  AND alarm_events.at >= toDateTime({from:UInt32}, 'UTC') AND alarm_events.at < toDateTime({to:UInt32}, 'UTC')
GROUP BY customer, hour`,
    params: { from, to },
    settings: historyQueryLimits,
  };
}
