import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { trafficLimits, type TrafficState } from '#schemas/flowmap/traffic-state.ts';
import type { FlowMapPair } from '#schemas/flowmap/flow-map.ts';
import { Bindings } from '#schemas/kpi/bindings.ts';
import { endsSql, type FlowEnds } from '#schemas/kpi/flow-ends.ts';
import { flowMapRows } from '#schemas/limit/dashlet.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';

/** Bounds of each statement. Names of the reply such as `bytes` would otherwise replace the columns. */
const settings = {
  max_execution_time: 10,
  max_memory_usage: '500000000',
  max_threads: 2,
  prefer_column_name_to_alias: 1,
} as const;

export interface StoredFlows {
  readonly customer: number;
  /** Receive times, seconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly ends: FlowEnds;
  /** Empty: all. */
  readonly applications: readonly number[];
  readonly classes: readonly number[];
}

/** A flow that several exporters report counts once for its customer (docs/40-flow-sources.md). */
function whereSql(
  { customer, from, to, ends, applications, classes }: StoredFlows,
  { bind }: Bindings,
): string {
  return [
    `customer = ${bind('customer', 'UInt32', customer)}`,
    `received >= toDateTime64(${bind('from', 'UInt32', from)}, 3)`,
    `received < toDateTime64(${bind('to', 'UInt32', to)}, 3)`,
    'duplicate = 0',
    ...endsSql(ends, bind),
    ...(applications.length === 0
      ? []
      : [`application IN ${bind('applications', 'Array(UInt64)', applications)}`]),
    ...(classes.length === 0 ? [] : [`dscp IN ${bind('classes', 'Array(UInt8)', classes)}`]),
  ].join(' AND ');
}

interface TrafficRow {
  readonly source: number;
  readonly destination: number;
  readonly dscp: number;
  readonly bytes: number;
  readonly packets: number;
}

/** The traffic of stored flows in the form of the live one: for filters that the engine does not sum by. Throws TOO_MUCH_DATA. */
export async function readStoredTraffic(
  clickhouse: Pick<ClickHouse, 'query'>,
  flows: StoredFlows,
): Promise<TrafficState> {
  const bindings = new Bindings();
  const statement = `SELECT source_site AS source, destination_site AS destination, dscp,
  toFloat64(sum(bytes)) AS bytes, toFloat64(sum(packets)) AS packets
FROM flows WHERE ${whereSql(flows, bindings)}
GROUP BY source_site, destination_site, dscp ORDER BY sum(bytes) DESC LIMIT ${String(trafficLimits.keysPerCustomer)}`;
  const rows = await withinLimits(clickhouse.query<TrafficRow>(statement, bindings.params, settings));
  return {
    customer: flows.customer,
    epoch: 'stored',
    end: flows.to * 1_000,
    seconds: flows.to - flows.from,
    source: rows.map(({ source }) => source),
    destination: rows.map(({ destination }) => destination),
    dscp: rows.map(({ dscp }) => dscp),
    bytes: rows.map(({ bytes }) => bytes),
    packets: rows.map(({ packets }) => packets),
    others: { bytes: 0, packets: 0 },
  };
}

/** The largest conversations of stored flows, both directions as one. Throws TOO_MUCH_DATA. */
export async function readConversations(
  clickhouse: Pick<ClickHouse, 'query'>,
  flows: StoredFlows,
): Promise<FlowMapPair['conversations']> {
  const bindings = new Bindings();
  const statement = `SELECT
  replaceRegexpOne(toString(least(source, destination)), '^::ffff:', '') AS one,
  replaceRegexpOne(toString(greatest(source, destination)), '^::ffff:', '') AS other,
  protocol, least(source_port, destination_port) AS port,
  toFloat64(sum(bytes)) AS bytes, toFloat64(count()) AS flows
FROM flows WHERE ${whereSql(flows, bindings)}
GROUP BY least(source, destination), greatest(source, destination), protocol, least(source_port, destination_port)
ORDER BY sum(bytes) DESC LIMIT ${String(flowMapRows.parts)}`;
  const rows = await withinLimits(
    clickhouse.query<FlowMapPair['conversations'][number]>(statement, bindings.params, settings),
  );
  return [...rows];
}
