import type { Parameters, Settings } from '#platform/clickhouse/clickhouse.ts';
import { LISTED_PARTS, type TrafficDivision, type TrafficWay } from '#schemas/alerting/traffic.ts';
import { rollupTable } from '#server/shared/rollup/rollup-table.ts';
import type { Granularity } from '#schemas/time/granularity.ts';

/** A part of the traffic. Numbers of conversations are sites, 0 for outside; `one` of another part is its number. */
export interface TrafficRow {
  readonly list: TrafficDivision;
  readonly one: number;
  readonly other: number;
  readonly sum_bytes: number;
  readonly packets: number;
  /** Of all parts of the list. */
  readonly total_bytes: number;
  readonly total_packets: number;
}

export interface TrafficRequest {
  readonly customer: number;
  readonly site: number;
  /** Exporter of the flows; 0 for the traffic of a site. */
  readonly device: number;
  /** The interface; 0 for every interface of the device. */
  readonly port: number;
  readonly way: TrafficWay;
  /** Seconds since 1970; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly granularity: Granularity;
}

export interface TrafficStatement {
  readonly sql: string;
  readonly params: Parameters;
  readonly settings: Settings;
}

const settings = { max_execution_time: 5, max_result_rows: '1000', max_memory_usage: '500000000' };

/** The site leads the primary key, and excludes flows from before the device came to a site that the caller sees. */
const scope = `customer = {customer:UInt32} AND site = {site:UInt32}
  AND at >= toDateTime({from:UInt32}, 'UTC') AND at < toDateTime({to:UInt32}, 'UTC')`;

/**
 * Traffic into an interface is ingress rows with it as input; out of it, egress rows with it as output, or ingress rows if its exporter
 * sends no others (docs/40-flow-sources.md).
 */
const directions = (port: string): string =>
  [
    ['received', `in_interface = ${port} AND direction = 0`],
    ['sent', `out_interface = ${port} AND direction = 1`],
    ['forwarded', `out_interface = ${port} AND direction = 0`],
  ]
    .flatMap(([name, condition]) =>
      ['bytes', 'packets'].map((unit) => `sumIf(${unit}, ${condition}) AS ${name}_${unit}`),
    )
    .join(', ');

/** Bytes or packets in the requested direction; `same` is the partition within which egress rows replace ingress rows. */
const volumeSql = (unit: 'bytes' | 'packets', way: TrafficWay, same: string): string => {
  const out = `if(sum(sent_bytes) OVER (PARTITION BY ${same}) > 0, sent_${unit}, forwarded_${unit})`;
  return { in: `received_${unit}`, out, both: `received_${unit} + ${out}` }[way];
};

/** Both ends of a conversation, the site of the element first. */
const near = `if(source_site = site OR destination_site = site, site, least(source_site, destination_site))`;
const bySet = `SELECT if(grouping(application) = 0, 'application', 'conversation') AS list,
  if(list = 'application', application, toUInt64(near)) AS one, far AS other`;
const sets = 'GROUP BY GROUPING SETS ((application), (near, far))';
const withEnds = (columns: string, table: string, condition: string): string =>
  `SELECT application, ${near} AS near, if(source_site = near, destination_site, source_site) AS far, ${columns}
  FROM ${table} WHERE ${condition}`;

/** Only the columns of the requested direction are read. */
const touching: Record<TrafficWay, string> = {
  in: 'in_interface = {port:UInt32} AND direction = 0',
  out: 'out_interface = {port:UInt32}',
  both: '(in_interface = {port:UInt32} OR out_interface = {port:UInt32})',
};

function sumsSql({ device, port, way, granularity }: TrafficRequest): string {
  const table = granularity === '5m' ? 'flows_5m' : rollupTable('flows', granularity, { timeZone: 'UTC' });
  const columns = 'in_interface, out_interface, direction, bytes, packets';
  if (device === 0)
    return `${bySet}, sum(bytes) AS sum_bytes, sum(packets) AS packets
FROM (${withEnds('bytes, packets', table, `${scope} AND duplicate < 2`)}) ${sets}`;
  const exported = `${scope} AND exporter = {device:UInt32}`;
  if (port !== 0) {
    const rows = withEnds(columns, table, `${exported} AND ${touching[way]}`);
    return `SELECT list, one, other, ${volumeSql('bytes', way, 'list')} AS sum_bytes, ${volumeSql('packets', way, 'list')} AS packets
FROM (${bySet}, ${directions('{port:UInt32}')} FROM (${rows}) ${sets})`;
  }
  const rows = `SELECT arrayJoin(if(in_interface = out_interface, [in_interface], [in_interface, out_interface])) AS one, ${columns} FROM ${table} WHERE ${exported}`;
  return `SELECT 'interface' AS list, one, 0 AS other, ${volumeSql('bytes', way, 'one')} AS sum_bytes, ${volumeSql('packets', way, 'one')} AS packets
FROM (SELECT one, ${directions('one')} FROM (${rows}) GROUP BY one)`;
}

/** The largest parts of each division, with the totals. */
export function trafficSql(request: TrafficRequest): TrafficStatement {
  const { customer, site, device, port, from, to } = request;
  return {
    sql: `SELECT list, toFloat64(one) AS one, toFloat64(other) AS other, toFloat64(sum_bytes) AS sum_bytes, toFloat64(packets) AS packets,
  toFloat64(sum(sum_bytes) OVER (PARTITION BY list)) AS total_bytes, toFloat64(sum(packets) OVER (PARTITION BY list)) AS total_packets
FROM (${sumsSql(request)}) WHERE sum_bytes > 0
ORDER BY list, sum_bytes DESC, one, other LIMIT ${String(LISTED_PARTS)} BY list`,
    params: { customer, site, device, port, from, to },
    settings,
  };
}

/** Senders of the largest part of an application into or out of an interface. */
export interface HostsRequest extends Pick<
  TrafficRequest,
  'customer' | 'site' | 'device' | 'port' | 'from' | 'to'
> {
  readonly way: 'in' | 'out';
  readonly application: number;
  readonly limit: number;
}

export interface HostRow {
  readonly sum_bytes: number;
  /** Of all hosts. */
  readonly total_bytes: number;
}

/** What is read of raw flows for a sentence that can do without: little, and for a short time. */
const hostSettings = {
  max_execution_time: 3,
  max_rows_to_read: '50000000',
  max_memory_usage: '500000000',
} as const;

/** A flow ends a day before its record arrives at most. Seconds. */
const LATE_SECONDS = 86_400;
const AHEAD_SECONDS = 600;

/**
 * The hosts that send most of an application through an interface, from raw flows. As for its other traffic, egress rows count for what
 * leaves, or ingress rows where the exporter sends no others.
 */
export function hostsSql({ way, limit, ...params }: HostsRequest): TrafficStatement {
  const into = 'in_interface = {port:UInt32} AND direction = 0';
  const out = 'out_interface = {port:UInt32}';
  const { from, to } = params;
  const bytes =
    way === 'in'
      ? 'sum(bytes)'
      : 'if(sum(countIf(direction = 1)) OVER () > 0, sumIf(bytes, direction = 1), sumIf(bytes, direction = 0))';
  const rows = `SELECT source, bytes, direction FROM flows
  WHERE customer = {customer:UInt32} AND site = {site:UInt32} AND exporter = {device:UInt32} AND application = {application:UInt64}
    AND received >= toDateTime({first:UInt32}, 'UTC') AND received < toDateTime({until:UInt32}, 'UTC')
    AND last >= toDateTime({from:UInt32}, 'UTC') AND last < toDateTime({to:UInt32}, 'UTC') AND ${way === 'in' ? into : out}`;
  return {
    sql: `SELECT toFloat64(host_bytes) AS sum_bytes, toFloat64(sum(host_bytes) OVER ()) AS total_bytes
FROM (SELECT source, ${bytes} AS host_bytes FROM (${rows}) GROUP BY source)
WHERE host_bytes > 0
ORDER BY host_bytes DESC, source LIMIT ${String(limit)}`,
    params: { ...params, first: Math.max(0, from - AHEAD_SECONDS), until: to + LATE_SECONDS },
    settings: hostSettings,
  };
}
