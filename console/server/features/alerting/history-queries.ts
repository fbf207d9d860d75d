import type { PastEvent } from '#schemas/alerting/history.ts';
import { historyLimits } from '#schemas/limit/history.ts';
import { eventConditions, isOneOfSql, type EventFilter } from './event-filter.ts';
import type { EventKey } from './history-cursor.ts';

export const historyQueryLimits = {
  max_execution_time: 10,
  max_rows_to_read: '200000000',
  max_memory_usage: '1000000000',
} as const;
/** The partition of an event follows from its key, so duplicates are always in the same partition. */
const final = { do_not_merge_across_partitions_select_final: 1 } as const;

export interface PastEventRow {
  readonly event: string;
  readonly edge: PastEvent['edge'];
  readonly severity: string;
  readonly cause: string;
  readonly at: number;
  readonly length: number;
  readonly alarm: number;
  readonly kpi: number;
  readonly site: number;
  readonly element: number;
  readonly value: number;
  readonly threshold: number;
  /** Who acknowledged or assigned, and to whom; empty for other events. */
  readonly by?: string;
  readonly assignee?: string;
}

/** The period is [from, to). `after` is the last event of the previous page. */
export interface EventPage extends EventFilter {
  readonly from: number;
  readonly to: number;
  /** Includes acknowledgements and their ends. */
  readonly acknowledgements?: boolean;
  readonly after?: EventKey | undefined;
  readonly limit: number;
}

const withHandling = [
  ...(['raise', 'clear', 'change'] as const),
  ...(['acknowledge', 'unacknowledge', 'assign', 'unassign'] as const),
];

/** Newest first. Within a window a change sorts before a clear, and a clear before a raise: a changed definition clears and raises an alarm. */
export function eventsSql({ from, to, after, limit, acknowledgements = false, ...filter }: EventPage) {
  const { sql, params } = eventConditions(filter, acknowledgements ? withHandling : undefined);
  return {
    sql: `SELECT lower(hex(event)) AS event, edge, severity, cause, toUnixTimestamp(at) AS at, length, alarm, kpi, site, element, value, threshold${
      acknowledgements
        ? ", JSONExtractString(evidence, edge IN ('assign', 'unassign') ? 'assigned' : 'acknowledged', 'by') AS by, JSONExtractString(evidence, 'assigned', 'to', 'name') AS assignee"
        : ''
    }
FROM alarm_events FINAL
WHERE ${sql}
  AND alarm_events.at >= toDateTime({from:UInt32}, 'UTC') AND alarm_events.at < toDateTime({to:UInt32}, 'UTC')${
    after === undefined
      ? ''
      : `
  AND alarm_events.at <= toDateTime({at:UInt32}, 'UTC')
  AND (toUnixTimestamp(alarm_events.at), alarm, element, edge, alarm_events.event) < ({at:UInt32}, {afterAlarm:UInt32}, {afterElement:UInt32}, {afterEdge:String}, unhex({afterEvent:String}))`
  }
ORDER BY alarm_events.at DESC, alarm DESC, element DESC, edge DESC, alarm_events.event DESC
LIMIT {limit:UInt32}`,
    params: {
      ...params,
      from,
      to,
      limit,
      ...(after === undefined
        ? {}
        : {
            at: after.at,
            afterAlarm: after.alarm,
            afterElement: after.element,
            afterEdge: after.edge,
            afterEvent: after.event,
          }),
    },
    settings: { ...historyQueryLimits, ...final },
  };
}

export interface BucketRow {
  readonly at: number;
  readonly critical: number;
  readonly major: number;
  readonly minor: number;
  readonly cleared: number;
  /** Increase of running alarms with the requested severities through changes of severity. Negative: a decrease. */
  readonly changed: number;
}

export interface Buckets extends EventFilter {
  readonly from: number;
  readonly to: number;
  readonly bucketSeconds: number;
}

export function bucketsSql({ from, to, bucketSeconds, ...filter }: Buckets) {
  const { sql, params } = eventConditions(filter);
  const among = (column: string): string =>
    `countIf(edge = 'change' AND ${column} IN {severity:Array(String)})`;
  const changed =
    filter.severity === undefined ? '0' : `toInt64(${among('severity')}) - toInt64(${among('cause')})`;
  return {
    sql: `SELECT intDiv(toUnixTimestamp(alarm_events.at), {bucketSeconds:UInt32}) * {bucketSeconds:UInt32} AS at,
  countIf(edge = 'raise' AND severity = 'critical') AS critical,
  countIf(edge = 'raise' AND severity = 'major') AS major,
  countIf(edge = 'raise' AND severity = 'minor') AS minor,
  countIf(edge = 'clear') AS cleared,
  toInt32(${changed}) AS changed
FROM alarm_events FINAL
WHERE ${sql}
  AND alarm_events.at >= toDateTime({from:UInt32}, 'UTC') AND alarm_events.at < toDateTime({to:UInt32}, 'UTC')
GROUP BY at
ORDER BY at`,
    params: { ...params, from, to, bucketSeconds },
    settings: { ...historyQueryLimits, ...final },
  };
}

/**
 * The last raise or clear of each instance up to `at`, encoded as twice its time plus one for a raise, which follows a clear of the same
 * window, and the time of its last raise or change. The period is not limited: the query keeps two numbers per instance, and reading
 * three narrow columns of five million events takes 80 ms.
 */
const runningAt = (conditions: string): string => `SELECT alarm, element, intDiv(last, 2) AS since, latest
FROM (
  SELECT alarm, element,
    maxIf(toUInt64(toUnixTimestamp(at)) * 2 + (edge = 'raise'), edge != 'change') AS last,
    maxIf(toUInt64(toUnixTimestamp(at)), edge != 'clear') AS latest
  FROM alarm_events
  WHERE ${conditions} AND at <= toDateTime({until:UInt32}, 'UTC')
  GROUP BY alarm, element
)
WHERE last % 2 = 1`;

type At = EventFilter & { readonly at: number };

/** The number of alarms that run at `at`. Severity and site are those of the last raise or change, so they are filtered afterwards. */
export function runningCountSql({ at, severity, site, sites, ...filter }: At) {
  const last = eventConditions(filter);
  const { sql, params } = eventConditions({ ...filter, site, sites });
  return {
    sql: `SELECT uniqExact(alarm, element) AS running
FROM alarm_events
WHERE ${sql} AND edge != 'clear'${severity === undefined ? '' : ' AND severity IN {severity:Array(String)}'}
  AND (alarm_events.at, alarm, element) IN (
SELECT toDateTime(latest, 'UTC'), alarm, element FROM (
${runningAt(last.sql)}))`,
    params: { ...params, ...(severity === undefined ? {} : { severity }), until: at },
    settings: historyQueryLimits,
  };
}

/** The raise of a running alarm, or the last change of its severity since. */
export interface RunningRow extends PastEventRow {
  readonly evidence: string;
}

/** The raises of the alarms that run at `at`, each followed by its last change. The limit is one above the maximum, to detect an excess. */
export function runningRowsSql({ at, ...filter }: Omit<At, 'severity'>) {
  const { sql, params } = eventConditions(filter);
  const last = eventConditions({ ...filter, site: undefined });
  return {
    sql: `SELECT lower(hex(event)) AS event, edge, severity, cause, toUnixTimestamp(alarm_events.at) AS at, length, alarm, kpi, site, element, value, threshold, evidence
FROM alarm_events
WHERE ${sql} AND edge != 'clear' AND (alarm_events.at, alarm, element) IN (
SELECT toDateTime(arrayJoin([since, latest]), 'UTC'), alarm, element FROM (
${runningAt(last.sql)}))
ORDER BY alarm, element, alarm_events.at
LIMIT 1 BY alarm, element, edge
LIMIT ${String(2 * historyLimits.maxRunning + 1)}`,
    params: { ...params, until: at },
    settings: historyQueryLimits,
  };
}

/** The last acknowledgement or assignment of an alarm, or its end. `at` is the window that it follows. */
export interface AcknowledgementRow {
  readonly alarm: number;
  readonly element: number;
  readonly edge: 'acknowledge' | 'unacknowledge' | 'assign' | 'unassign';
  readonly at: number;
  readonly evidence: string;
}

/** The last acknowledgement and the last assignment, or their ends, of each alarm up to `at`, for windows since `from`. */
export function acknowledgementsSql({
  at,
  from,
  ...filter
}: Omit<At, 'severity'> & { readonly from: number }) {
  const { sql, params } = eventConditions(filter, ['acknowledge', 'unacknowledge', 'assign', 'unassign']);
  return {
    sql: `SELECT alarm, element, edge, toUnixTimestamp(alarm_events.at) AS at, evidence
FROM alarm_events
WHERE ${sql} AND alarm_events.at >= toDateTime({from:UInt32}, 'UTC') AND alarm_events.at <= toDateTime({until:UInt32}, 'UTC')
  AND ingested < toDateTime64({until:UInt32}, 3, 'UTC') + toIntervalSecond(1)
ORDER BY ingested DESC, edge DESC
LIMIT 1 BY alarm, element, edge IN ('assign', 'unassign')
LIMIT ${String(2 * historyLimits.maxRunning)}`,
    params: { ...params, from, until: at },
    settings: historyQueryLimits,
  };
}

export interface PastMeasureRow {
  readonly kpi: number;
  readonly element: number;
  readonly at: number;
  readonly value: number;
}

/** The values of elements in the windows that start in [from, to]. */
export function measuresSql(request: {
  readonly customer: number;
  readonly kpis: readonly number[];
  readonly elements: readonly number[];
  readonly from: number;
  readonly to: number;
}) {
  const { elements, ...params } = request;
  return {
    sql: `SELECT kpi, element, toUnixTimestamp(measures.at) AS at, value
FROM measures
WHERE customer = {customer:UInt32} AND kpi IN {kpis:Array(UInt16)} AND ${isOneOfSql('element', elements)}
  AND measures.at BETWEEN toDateTime({from:UInt32}, 'UTC') AND toDateTime({to:UInt32}, 'UTC')`,
    params,
    settings: historyQueryLimits,
  };
}
