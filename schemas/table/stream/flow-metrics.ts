import { greatestU32, seconds, summedU64, u32, u64, u8, withCodec, type ColumnType } from '../column.ts';
import { hourlyStep } from './rollup-steps.ts';
import { table, type Retention } from '../table.ts';

/** Key of the metrics: one row each, per minute. */
const keyColumns = {
  customer: u32,
  /** Start of the minute of the last packet. */
  at: withCodec(seconds, 'DoubleDelta, LZ4'),
  /** Site and device of the exporter, and the sites of both ends, as in `flows`. */
  site: u32,
  exporter: u32,
  source_site: u32,
  destination_site: u32,
  application: u64,
  dscp: u8,
  /** As in `flows`: 0 counts in all sums, 1 only in the sums of its site, 2 in none. */
  duplicate: u8,
  /** RTP payload type (RFC 3551), 255 when not exported. */
  payload_type: u8,
};

const sums = [
  /** Flow records with measurements, and their packets as counted by the device. */
  'flows',
  'packets',
  /** New connections, and the records that report them: a record without the field counts as one connection. */
  'connections',
  'connection_flows',
  /** Server responses, late ones included, and times in milliseconds summed over the responses. */
  'responses',
  'late_responses',
  'response_ms',
  'server_ms',
  'total_ms',
  /** Round trips at the start of connections, in milliseconds summed over `network_connections`. */
  'network_connections',
  'network_ms',
  'client_network_ms',
  'server_network_ms',
  'transactions',
  'transaction_ms',
  /** Retransmissions, and the packets of the records that report them. */
  'client_retransmitted',
  'server_retransmitted',
  'client_retransmitted_bytes',
  'server_retransmitted_bytes',
  'retransmission_packets',
  /** RTP packets lost and received. */
  'rtp_lost',
  'rtp_packets',
  /** Mean jitter in microseconds summed over `rtp_flows`. */
  'rtp_jitter_us',
  'rtp_flows',
] as const;
const maxima = ['server_ms_max', 'network_ms_max', 'rtp_jitter_us_max'] as const;

type Metrics<Sum, Maximum> = Record<(typeof sums)[number], Sum> & Record<(typeof maxima)[number], Maximum>;

const metricColumns = <Sum extends ColumnType<bigint>, Maximum extends ColumnType<number>>(
  sum: Sum,
  maximum: Maximum,
) =>
  Object.fromEntries([
    ...sums.map((name) => [name, sum] as const),
    ...maxima.map((name) => [name, maximum] as const),
  ]) as Metrics<Sum, Maximum>;

/** Sums, then maxima: the order of the columns. */
export const flowMetricNames = { sums, maxima } as const;

/**
 * Application and media measurements of devices beyond volume (Cisco AVC), summed by the collector per minute. Few flows carry
 * them, so they have their own rows instead of columns of each flow (docs/adr/0013-application-metrics.md).
 */
export const flowMetrics = table({
  name: 'flow_metrics',
  columns: { ...keyColumns, ...metricColumns(u64, u32) },
  engine: 'MergeTree',
  partitionBy: 'toYYYYMMDD(at)',
  orderBy: ['customer', 'at', 'exporter', 'application'],
  keep: { column: 'at', days: 3, as: 'raw' },
});

const keys = Object.keys(keyColumns).filter((name) => name !== 'at');

const rollup = (step: {
  name: string;
  /** SQL of the start of the step. */
  start: string;
  days: number;
  as: Retention;
  partition: string;
  from: string;
}) =>
  table({
    name: step.name,
    columns: { ...keyColumns, ...metricColumns(summedU64, greatestU32) },
    engine: 'AggregatingMergeTree',
    partitionBy: step.partition,
    orderBy: ['customer', 'at', ...keys.filter((name) => name !== 'customer')],
    keep: { column: 'at', days: step.days, as: step.as },
    from: {
      table: step.from,
      select:
        `SELECT ${step.start} AS at, ${keys.join(', ')}, ` +
        `${sums.map((name) => `sum(${name}) AS ${name}`).join(', ')}, ` +
        `${maxima.map((name) => `max(${name}) AS ${name}`).join(', ')} ` +
        `FROM ${step.from} GROUP BY at, ${keys.join(', ')}`,
    },
  });

export const flowMetrics5m = rollup({
  name: 'flow_metrics_5m',
  start: "toStartOfInterval(at, INTERVAL 5 MINUTE, 'UTC')",
  days: 28,
  as: '5m',
  partition: 'toYYYYMMDD(at)',
  from: 'flow_metrics',
});
export const flowMetrics1h = rollup({
  name: 'flow_metrics_1h',
  start: hourlyStep('at', 'customer'),
  days: 1096,
  as: '1h',
  partition: 'toYYYYMM(at)',
  from: 'flow_metrics_5m',
});
export const flowMetrics1d = rollup({
  name: 'flow_metrics_1d',
  start: "toStartOfInterval(at, INTERVAL 1 DAY, 'UTC')",
  days: 1096,
  as: '1d',
  partition: 'toYYYYMM(at)',
  from: 'flow_metrics_1h',
});
