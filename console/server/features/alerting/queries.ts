/** The newest events of one alarm on one element of one customer. */
export const alarmHistory = (params: {
  customer: number;
  alarm: number;
  element: number;
  /** Seconds since 1970. */
  until: number;
  limit: number;
}) => ({
  sql: `SELECT lower(hex(event)) AS event, edge, severity, cause, toUnixTimestamp(at) AS at, toFloat64(toUnixTimestamp64Milli(ingested)) AS happened, value, threshold, evidence
FROM alarm_events FINAL
WHERE customer = {customer:UInt32} AND alarm = {alarm:UInt32} AND element = {element:UInt32}
  AND alarm_events.at <= toDateTime({until:UInt32}, 'UTC')
ORDER BY at DESC, ingested DESC, edge DESC
LIMIT {limit:UInt32}`,
  params,
  settings: { max_execution_time: 10, max_result_rows: '1000', max_memory_usage: '500000000' },
});

export interface AlarmEventRow {
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
