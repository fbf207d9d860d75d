import { historyLimits } from '#schemas/limit/history.ts';
import { isOneOfSql, ofCustomerSql, inSitesSql, type EventFilter } from '../event-filter.ts';
import { historyQueryLimits } from '../history-queries.ts';
import { isAcknowledgedSql, rankSql, timeSql } from '../occurrences/event-code.ts';
import { ranSql } from '../occurrences/occurrence-queries.ts';

/** The customers and alarms that a caller may see. */
export interface AcrossFilter extends Pick<EventFilter, 'sites' | 'visible'> {
  readonly customer: readonly number[];
}

/** An alarm that ran at a past time. `since` in seconds since 1970. */
export interface PastCountRow {
  readonly owner: number;
  readonly alarm: number;
  readonly element: number;
  readonly site: number;
  readonly since: number;
  /** Of its severity at that time, from 1 for the worst. */
  readonly rank: number;
  readonly isAcknowledged: number;
}

const MAX_QUERY_BYTES = 16_000_000;
const settings = { ...historyQueryLimits, max_query_size: String(MAX_QUERY_BYTES) } as const;

/** The alarms that ran at `at`; the limit is one above the maximum, to detect an excess. */
export const pastCountsSql = ({ at, sites, ...filter }: AcrossFilter & { readonly at: number }) => ({
  sql: `SELECT owner, alarm, element, site, ${timeSql('codes[1]')} AS since, ${rankSql('codes[1]')} AS rank,
  length(codes) > 1 AND ${isAcknowledgedSql('codes[2]')} AS isAcknowledged
FROM (
${ranSql(filter)})
WHERE ${inSitesSql(sites, 'owner')}
LIMIT ${String(historyLimits.maxRunning + 1)}`,
  // What runs at a time began before the next second.
  params: { from: at + 1 },
  settings,
});

const runOf = ({ since, alarm, element }: PastCountRow): string => `(${[since, alarm, element].join(', ')})`;

/** Of alarms that ran at `at`, those that another one explained. */
export const explainedSql = (
  { customer, visible, at }: AcrossFilter & { readonly at: number },
  rows: readonly PastCountRow[],
) => ({
  sql: `SELECT alarm, element
FROM alarm_events
WHERE ${ofCustomerSql({ customer })}${visible === undefined ? '' : ` AND ${isOneOfSql('alarm', visible)}`}
  AND alarm_events.at >= toDateTime({from:UInt32}, 'UTC') AND alarm_events.at <= toDateTime({at:UInt32}, 'UTC')
  AND (edge IN ('explain', 'unexplain')
    OR edge = 'raise' AND (toUnixTimestamp(alarm_events.at), alarm, element) IN (${rows.map(runOf).join(', ')}))
GROUP BY alarm, element
HAVING argMax(edge = 'explain' OR edge = 'raise' AND JSONHas(evidence, 'parent'), (alarm_events.at, edge = 'raise', ingested))`,
  params: { from: rows.reduce((first, { since }) => Math.min(first, since), at), at },
  settings,
});
