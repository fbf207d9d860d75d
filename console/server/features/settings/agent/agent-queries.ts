import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { AGENT_DAYS } from '#schemas/settings/agent/routes.ts';
import { DAY_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { withinLimits } from '../../../kernel/problem/query-problem.ts';

/** What was received from an address that is no device's. */
export interface AgentTraffic {
  readonly customer: number;
  readonly address: string;
  readonly records: number;
  /** Milliseconds since 1970. */
  readonly lastSeen: number;
}

/** More addresses than agents have in practice. */
const MAX_ADDRESSES = 20_000;

/** Agents are exporters without a device. */
const trafficSql = `SELECT s.customer AS customer, replaceRegexpOne(toString(s.address), '^::ffff:', '') AS address,
  toFloat64(sum(s.records)) AS records, toFloat64(toUnixTimestamp64Milli(max(s.last_export))) AS lastSeen
FROM collector_stats AS s
WHERE s.customer IN {customers:Array(UInt32)} AND s.exporter = 0 AND s.at >= toDateTime({from:UInt32}, 'UTC')
GROUP BY s.customer, s.address ORDER BY lastSeen DESC LIMIT ${String(MAX_ADDRESSES)}`;

interface TrafficQuery {
  readonly customers: readonly number[];
  readonly nowMs: number;
}

/** The traffic of agents of these customers by address. */
export const findAgentTraffic = (
  clickhouse: Pick<ClickHouse, 'query'>,
  { customers, nowMs }: TrafficQuery,
): Promise<readonly AgentTraffic[]> =>
  withinLimits(
    clickhouse.query<AgentTraffic>(
      trafficSql,
      { customers, from: Math.floor((nowMs - AGENT_DAYS * DAY_MS) / SECOND_MS) },
      { max_execution_time: 20, max_memory_usage: '1000000000' },
    ),
  );
