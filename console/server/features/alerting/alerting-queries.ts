import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { AlarmTransition, Evidence } from '#schemas/alerting/alert.ts';
import type { AlarmHistory } from '#schemas/alerting/routes.ts';
import { Severity } from '#schemas/alerting/severity.ts';

const ALARM_EVENTS = `SELECT lower(hex(event)) AS event, edge, severity, cause, toUnixTimestamp(at) AS at, toFloat64(toUnixTimestamp64Milli(ingested)) AS happened, value, threshold, evidence
FROM alarm_events FINAL
WHERE customer = {customer:UInt32} AND alarm = {alarm:UInt32} AND element = {element:UInt32}
  AND alarm_events.at <= toDateTime({until:UInt32}, 'UTC')
ORDER BY at DESC, ingested DESC, edge DESC
LIMIT {limit:UInt32}`;

const settings = { max_execution_time: 10, max_result_rows: '1000', max_memory_usage: '500000000' };

interface AlarmHistoryRow {
  readonly event: string;
  readonly edge: string;
  readonly severity: string;
  readonly cause: string;
  readonly at: number;
  readonly happened: number;
  readonly value: number;
  readonly threshold: number;
  readonly evidence: string;
}

const eventOf = (row: AlarmHistoryRow): AlarmHistory['events'][number] => ({
  event: row.event,
  edge: AlarmTransition.parse(row.edge),
  severity: Severity.parse(row.severity),
  cause: row.cause,
  at: row.at,
  happened: row.happened,
  value: row.value,
  threshold: row.threshold,
  evidence: Evidence.parse(JSON.parse(row.evidence)),
});

/** The newest events of one alarm on one element of one customer, up to `until`, in seconds since 1970. */
export async function readAlarmEvents(
  clickhouse: Pick<ClickHouse, 'query'>,
  params: {
    readonly customer: number;
    readonly alarm: number;
    readonly element: number;
    readonly until: number;
    readonly limit: number;
  },
): Promise<AlarmHistory['events']> {
  const rows = await clickhouse.query<AlarmHistoryRow>(ALARM_EVENTS, params, settings);
  return rows.map(eventOf);
}
