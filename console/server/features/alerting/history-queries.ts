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
  readonly edge: 'raise' | 'clear';
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

/** Newest first. Of two events of one window a clear comes before a raise: the alarm went with its definition and came again. */
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
}

export interface Buckets extends EventFilter {
  readonly from: number;
  readonly to: number;
  readonly bucketSeconds: number;
}

export function bucketsOfPeriod({ from, to, bucketSeconds, ...filter }: Buckets) {
  const { sql, params } = conditionsOf(filter);
  return {
    sql: `SELECT intDiv(toUnixTimestamp(alarm_events.at), {bucketSeconds:UInt32}) * {bucketSeconds:UInt32} AS at,
  countIf(edge = 'raise' AND severity = 'critical') AS critical,
  countIf(edge = 'raise' AND severity = 'major') AS major,
  countIf(edge = 'raise' AND severity = 'minor') AS minor,
  countIf(edge = 'clear') AS cleared
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
 * The last edge of each instance up to `at`, as one number: twice its time, and one more for a raise, which comes after a clear
 * of the same window. However long ago: there is one number to keep per instance, and reading three narrow columns of five
 * million events takes 80 ms.
 */
const raisedAt = (conditions: string): string => `SELECT alarm, element, intDiv(last, 2) AS since
FROM (
  SELECT alarm, element, max(toUInt64(toUnixTimestamp(at)) * 2 + (edge = 'raise')) AS last
  FROM alarm_events
  WHERE ${conditions} AND at <= toDateTime({until:UInt32}, 'UTC')
  GROUP BY alarm, element
)
WHERE last % 2 = 1`;

/** The raises of the alarms that run at `at`. Severity and site are those of the raise, so these filters come behind the last edge. */
function raisesOf({ at, severity, site, ...filter }: EventFilter & { readonly at: number }) {
  const last = conditionsOf(filter);
  const raise = conditionsOf({ ...filter, severity, site });
  return {
    sql: `FROM alarm_events
WHERE ${raise.sql} AND edge = 'raise' AND (alarm_events.at, alarm, element) IN (
SELECT toDateTime(since, 'UTC'), alarm, element FROM (
${raisedAt(last.sql)}))`,
    params: { ...raise.params, until: at },
  };
}

export function runningCount(filter: EventFilter & { readonly at: number }) {
  const { sql, params } = raisesOf(filter);
  return { sql: `SELECT uniqExact(alarm, element) AS running ${sql}`, params, settings: limits };
}

export interface RunningRow extends PastEventRow {
  readonly evidence: string;
}

/** One more than the most that are shown, so that too many are noticed. */
export function runningRows(filter: EventFilter & { readonly at: number }) {
  const { sql, params } = raisesOf(filter);
  return {
    sql: `SELECT lower(hex(event)) AS event, edge, severity, cause, toUnixTimestamp(alarm_events.at) AS at, length, alarm, kpi, site, element, value, threshold, evidence
${sql}
ORDER BY alarm, element
LIMIT 1 BY alarm, element
LIMIT ${String(historyLimits.maxRunning + 1)}`,
    params,
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
