import { Evidence } from '#schemas/alerting/alert.ts';
import type { ParentAlarm } from '#schemas/alerting/dependency.ts';
import { historyLimits } from '#schemas/limit/history.ts';
import { eventConditions, type EventFilter } from '../event-filter.ts';
import type { PastRunningAlarm } from './past-running-alarm.ts';

/** The last time that another alarm began or stopped to explain an alarm. */
export interface ExplanationRow {
  readonly alarm: number;
  readonly element: number;
  readonly edge: 'explain' | 'unexplain';
  /** Start of the window, seconds since 1970. */
  readonly at: number;
  readonly evidence: string;
}

const limits = {
  max_execution_time: 10,
  max_rows_to_read: '200000000',
  max_memory_usage: '1000000000',
} as const;

/** The last explanation or its end of each alarm up to `at`, for windows since `from`. */
export function explanationsSql({
  at,
  from,
  ...filter
}: Omit<EventFilter, 'severity'> & { readonly at: number; readonly from: number }) {
  const { sql, params } = eventConditions(filter, ['explain', 'unexplain']);
  return {
    sql: `SELECT alarm, element, edge, toUnixTimestamp(alarm_events.at) AS at, evidence
FROM alarm_events
WHERE ${sql} AND alarm_events.at >= toDateTime({from:UInt32}, 'UTC') AND alarm_events.at <= toDateTime({until:UInt32}, 'UTC')
ORDER BY alarm_events.at DESC, edge
LIMIT 1 BY alarm, element
LIMIT ${String(historyLimits.maxRunning)}`,
    params: { ...params, from, until: at },
    settings: limits,
  };
}

const keyOf = ({ alarm, element }: { readonly alarm: number; readonly element: number }): string =>
  `${String(alarm)}:${String(element)}`;

/** Returns what explained a running alarm at a past time: since its raise, or as the last change says. */
export function pastParents(rows: readonly ExplanationRow[]) {
  const last = new Map(rows.map((row) => [keyOf(row), row]));
  return ({ raise, raised }: PastRunningAlarm): { readonly parent?: ParentAlarm } => {
    const row = last.get(keyOf(raise));
    const changed = row !== undefined && row.at >= raise.at ? row : undefined;
    const { parent } = changed === undefined ? raised : Evidence.parse(JSON.parse(changed.evidence));
    return parent === undefined || changed?.edge === 'unexplain' ? {} : { parent };
  };
}
