import { historyLimits } from '#schemas/limit/history.ts';
import { conditionsOf, oneOf } from './event-filter.ts';
import type { EventFilter } from './event-filter.ts';
import type { HistoryPlace } from './history-cursor.ts';

const limits = {
  max_execution_time: 10,
  max_rows_to_read: '200000000',
  max_memory_usage: '1000000000',
} as const;
/** The partition of an event follows from its key, so repeated ones never lie in two. */
const final = { do_not_merge_across_partitions_select_final: 1 } as const;

export interface PastEventRow {
  readonly event: string;
  readonly edge: 'raise' | 'clear' | 'change';
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
}

/** The period is [from, to); `after`: where the page before ended. */
export interface EventPage extends EventFilter {
  readonly from: number;
  readonly to: number;
  readonly after?: HistoryPlace | undefined;
  readonly limit: number;
}

/** Newest first. Of two events of one window a change comes before a clear, and a clear before a raise: the alarm went with its definition and came again. */
export function eventsOfPeriod({ from, to, after, limit, ...filter }: EventPage) {
  const { sql, params } = conditionsOf(filter);
  return {
    sql: `SELECT lower(hex(event)) AS event, edge, severity, cause, toUnixTimestamp(at) AS at, length, alarm, kpi, site, element, value, threshold
FROM alarm_events FINAL
WHERE ${sql}
  AND alarm_events.at >= toDateTime({from:UInt32}, 'UTC') AND alarm_events.at < toDateTime({to:UInt32}, 'UTC')${
    after === undefined
      ? ''
      : `
  AND alarm_events.at <= toDateTime({at:UInt32}, 'UTC')
  AND (toUnixTimestamp(alarm_events.at), alarm, element, edge) < ({at:UInt32}, {afterAlarm:UInt32}, {afterElement:UInt32}, {afterEdge:String})`
  }
ORDER BY alarm_events.at DESC, alarm DESC, element DESC, edge DESC
LIMIT {limit:UInt32}`,
    params: {
      ...params,
      from,
      to,
      limit,
      ...(after === undefined
        ? {}
        : { at: after.at, afterAlarm: after.alarm, afterElement: after.element, afterEdge: after.edge }),
    },
    settings: { ...limits, ...final },
  };
}

export interface BucketRow {
  readonly at: number;
  readonly critical: number;
  readonly major: number;
  readonly minor: number;
  readonly cleared: number;
  /** Of the severities asked for, how many more run since their severity changed; below 0: fewer. */
  readonly changed: number;
}

export interface Buckets extends EventFilter {
  readonly from: number;
  readonly to: number;
  readonly bucketSeconds: number;
}

export function bucketsOfPeriod({ from, to, bucketSeconds, ...filter }: Buckets) {
  const { sql, params } = conditionsOf(filter);
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
    settings: { ...limits, ...final },
  };
}

/**
 * The last raise or clear of each instance up to `at`, as one number: twice its time, and one more for a raise, which comes after a
 * clear of the same window; beside it the time of its last raise or change. However long ago: there are two numbers to keep per
 * instance, and reading three narrow columns of five million events takes 80 ms.
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

/** How many alarms run at `at`. Severity and site are those of the last raise or change, so these filters come behind it. */
export function runningCount({ at, severity, site, ...filter }: At) {
  const last = conditionsOf(filter);
  const { sql, params } = conditionsOf({ ...filter, site });
  return {
    sql: `SELECT uniqExact(alarm, element) AS running
FROM alarm_events
WHERE ${sql} AND edge != 'clear'${severity === undefined ? '' : ' AND severity IN {severity:Array(String)}'}
  AND (alarm_events.at, alarm, element) IN (
SELECT toDateTime(latest, 'UTC'), alarm, element FROM (
${runningAt(last.sql)}))`,
    params: { ...params, ...(severity === undefined ? {} : { severity }), until: at },
    settings: limits,
  };
}

/** The raise of an alarm that runs, or the last change of its severity since. */
export interface RunningRow extends PastEventRow {
  readonly evidence: string;
}

/** The raises of the alarms that run at `at`, each with its last change behind it. So many that too many are noticed. */
export function runningRows({ at, ...filter }: Omit<At, 'severity'>) {
  const { sql, params } = conditionsOf(filter);
  const last = conditionsOf({ ...filter, site: undefined });
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
    settings: limits,
  };
}

/** What was last done about an alarm; `at`: the window that it stands behind. */
export interface AcknowledgementRow {
  readonly alarm: number;
  readonly element: number;
  readonly edge: 'acknowledge' | 'unacknowledge';
  readonly at: number;
  readonly evidence: string;
}

/** The last acknowledgement, or end of one, of each alarm up to `at`, behind windows from `from` on. */
export function acknowledgementsAt({
  at,
  from,
  ...filter
}: Omit<At, 'severity'> & { readonly from: number }) {
  const { sql, params } = conditionsOf(filter, ['acknowledge', 'unacknowledge']);
  return {
    sql: `SELECT alarm, element, edge, toUnixTimestamp(alarm_events.at) AS at, evidence
FROM alarm_events
WHERE ${sql} AND alarm_events.at >= toDateTime({from:UInt32}, 'UTC') AND alarm_events.at <= toDateTime({until:UInt32}, 'UTC')
  AND ingested < toDateTime64({until:UInt32}, 3, 'UTC') + toIntervalSecond(1)
ORDER BY ingested DESC, edge DESC
LIMIT 1 BY alarm, element
LIMIT ${String(historyLimits.maxRunning)}`,
    params: { ...params, from, until: at },
    settings: limits,
  };
}

export interface MeasureRow {
  readonly kpi: number;
  readonly element: number;
  readonly at: number;
  readonly value: number;
}

/** Values of elements in the windows that begin in [from, to]. */
export function valuesOf(asked: {
  readonly customer: number;
  readonly kpis: readonly number[];
  readonly elements: readonly number[];
  readonly from: number;
  readonly to: number;
}) {
  const { elements, ...params } = asked;
  return {
    sql: `SELECT kpi, element, toUnixTimestamp(measures.at) AS at, value
FROM measures
WHERE customer = {customer:UInt32} AND kpi IN {kpis:Array(UInt16)} AND ${oneOf('element', elements)}
  AND measures.at BETWEEN toDateTime({from:UInt32}, 'UTC') AND toDateTime({to:UInt32}, 'UTC')`,
    params,
    settings: limits,
  };
}
