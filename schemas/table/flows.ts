import { ipv6, millis, seconds, u16, u32, u64, u8, withCodec } from './column.ts';
import { table } from './table.ts';
import type { Retention } from './table.ts';

/**
 * One row per exported flow record, `bytes` and `packets` already multiplied by the sampling interval. Every column has a fixed
 * width (see `layout.ts`), so that the collector writes rows in place. The codecs of all tables are chosen by measurement
 * (`bench -- storage-codecs`, docs/performance.md).
 */
export const flows = table({
  name: 'flows',
  columns: {
    customer: withCodec(u32, 'T64, LZ4'),
    /** Site of the exporter. */
    site: u32,
    /** Device that exported the flow. */
    exporter: u32,
    /** Interface elements, 0 when the inventory has no such ifIndex. */
    in_interface: u32,
    out_interface: u32,
    /** ifIndex as exported. */
    in_index: u32,
    out_index: u32,
    /** Receive time of the datagram. */
    received: withCodec(millis, 'T64, ZSTD(1)'),
    /** First and last packet of the flow. */
    first: withCodec(millis, 'T64, ZSTD(1)'),
    last: withCodec(millis, 'T64, ZSTD(1)'),
    /** Sites of both ends by longest prefix over the customer's site networks, 0 when none. */
    source_site: withCodec(u32, 'T64, ZSTD(1)'),
    destination_site: withCodec(u32, 'T64, ZSTD(1)'),
    source: withCodec(ipv6, 'ZSTD(1)'),
    destination: withCodec(ipv6, 'ZSTD(1)'),
    next_hop: withCodec(ipv6, 'ZSTD(1)'),
    source_port: withCodec(u16, 'ZSTD(1)'),
    destination_port: withCodec(u16, 'ZSTD(1)'),
    source_as: u32,
    destination_as: u32,
    /** VPN or VRF id, 0 when not exported. */
    vpn: u32,
    /** Application: classification engine id in the upper 32 bits, selector in the lower (RFC 6759), 0 unknown. */
    application: withCodec(u64, 'ZSTD(3)'),
    protocol: withCodec(u8, 'ZSTD(1)'),
    dscp: withCodec(u8, 'ZSTD(1)'),
    tcp_flags: withCodec(u16, 'T64, ZSTD(1)'),
    /** 0 ingress, 1 egress (IPFIX element 61). */
    direction: u8,
    /** IPFIX element 136, 0 when not exported. */
    end_reason: u8,
    /**
     * 0 counts in all sums; 1 in the sums of its site but not of its customer, where another site reports the same traffic; 2
     * in none, where another row of the site reports it. Sums over a customer use `duplicate = 0`, over a site `duplicate < 2`.
     */
    duplicate: u8,
    sampling: withCodec(u32, 'T64, LZ4'),
    bytes: withCodec(u64, 'T64, ZSTD(1)'),
    packets: withCodec(u64, 'T64, ZSTD(1)'),
  },
  engine: 'MergeTree',
  partitionBy: 'toYYYYMMDD(received)',
  orderBy: ['customer', 'toStartOfFiveMinutes(received)', 'exporter', 'in_interface', 'out_interface'],
  keep: { column: 'received', days: 3, as: 'raw' },
});

const rollupColumns = {
  customer: u32,
  at: withCodec(seconds, 'ZSTD(1)'),
  site: withCodec(u32, 'ZSTD(1)'),
  exporter: withCodec(u32, 'ZSTD(1)'),
  in_interface: withCodec(u32, 'ZSTD(1)'),
  out_interface: withCodec(u32, 'ZSTD(1)'),
  source_site: withCodec(u32, 'T64, ZSTD(1)'),
  destination_site: withCodec(u32, 'T64, ZSTD(1)'),
  application: withCodec(u64, 'ZSTD(3)'),
  protocol: withCodec(u8, 'ZSTD(1)'),
  dscp: withCodec(u8, 'ZSTD(1)'),
  direction: u8,
  /** As in `flows`. */
  duplicate: u8,
  bytes: withCodec(u64, 'T64, ZSTD(1)'),
  packets: withCodec(u64, 'T64, ZSTD(1)'),
  flows: withCodec(u64, 'T64, ZSTD(1)'),
};
const keys = Object.keys(rollupColumns).filter((name) => !['at', 'bytes', 'packets', 'flows'].includes(name));

/** A flow counts in full in the bucket of its last packet: the active timeout of a minute keeps the error small. */
const rollup = (step: {
  name: string;
  interval: string;
  days: number;
  as: Retention;
  partition: string;
  from: string;
}) =>
  table({
    name: step.name,
    columns: rollupColumns,
    engine: 'SummingMergeTree((bytes, packets, flows))',
    partitionBy: step.partition,
    orderBy: ['customer', 'at', ...keys.filter((name) => name !== 'customer')],
    keep: { column: 'at', days: step.days, as: step.as },
    from: {
      table: step.from,
      select:
        `SELECT toStartOfInterval(${step.from === 'flows' ? 'last' : 'at'}, INTERVAL ${step.interval}, 'UTC') AS at, ` +
        `${keys.join(', ')}, sum(bytes) AS bytes, sum(packets) AS packets, ` +
        `${step.from === 'flows' ? 'count()' : 'sum(flows)'} AS flows FROM ${step.from} GROUP BY at, ${keys.join(', ')}`,
    },
  });

const monthly = 'toYYYYMM(at)';
/** Chained instead of three views on the raw table: the raw insert pays for one view only. */
export const flows5m = rollup({
  name: 'flows_5m',
  interval: '5 MINUTE',
  days: 28,
  as: '5m',
  partition: 'toYYYYMMDD(at)',
  from: 'flows',
});
export const flows1h = rollup({
  name: 'flows_1h',
  interval: '1 HOUR',
  days: 92,
  as: '1h',
  partition: monthly,
  from: 'flows_5m',
});
export const flows1d = rollup({
  name: 'flows_1d',
  interval: '1 DAY',
  days: 1096,
  as: '1d',
  partition: monthly,
  from: 'flows_1h',
});
