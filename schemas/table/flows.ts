import { fixed, ipv6, millis, seconds, u16, u32, u64, u8, withCodec } from './column.ts';
import { hourlyStep } from './stream/rollup-steps.ts';
import { table, type Retention } from './table.ts';

const key = {
  engine: 'MergeTree',
  partitionBy: 'toYYYYMMDD(received)',
  orderBy: ['customer', 'toStartOfFiveMinutes(received)', 'exporter', 'in_interface', 'out_interface'],
} as const;

/**
 * One row per exported flow record, `bytes` and `packets` already multiplied by the sampling interval. Every column has a fixed
 * width (see `layout.ts`), so that the collector writes rows in place. The codecs of all tables are chosen by measurement
 * (`bench -- storage-codecs`, docs/performance-log.md). The layout of most rows on the bus: the table itself is `detailedFlows`.
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
    /** The BGP next hop when no other is exported. */
    next_hop: withCodec(ipv6, 'ZSTD(1)'),
    source_port: withCodec(u16, 'ZSTD(1)'),
    /** ICMP: type in the upper, code in the lower byte. */
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
    /** Sampling interval; 0 when the sampler of the flow is unknown, whose values are stored as exported. */
    sampling: withCodec(u32, 'T64, LZ4'),
    bytes: withCodec(u64, 'T64, ZSTD(1)'),
    packets: withCodec(u64, 'T64, ZSTD(1)'),
    /** VRF at the output, top label of the MPLS stack, VLANs of both sides; 0 when not exported. */
    egress_vpn: withCodec(u32, 'T64, ZSTD(1)'),
    mpls_label: withCodec(u32, 'T64, ZSTD(1)'),
    vlan: withCodec(u16, 'T64, ZSTD(1)'),
    post_vlan: withCodec(u16, 'T64, ZSTD(1)'),
    /** IPFIX element 89, 0 when not exported. */
    forwarding_status: withCodec(u8, 'ZSTD(1)'),
  },
  ...key,
});

/** Bytes of an AS path: its first twelve numbers, little-endian. */
export const AS_PATH_BYTES = 48;
/** Bytes of a user name, padded with zeroes. Longer names are cut. */
export const USER_BYTES = 64;

/** Fields that few exporters send: firewalls, NAT gateways, wireless controllers, sFlow routers. */
const details = {
  /** Addresses and ports after translation, 0 when not exported. */
  post_nat_source: withCodec(ipv6, 'ZSTD(1)'),
  post_nat_destination: withCodec(ipv6, 'ZSTD(1)'),
  post_nat_source_port: withCodec(u16, 'ZSTD(1)'),
  post_nat_destination_port: withCodec(u16, 'ZSTD(1)'),
  /** IPFIX elements 230 and 233. */
  nat_event: withCodec(u8, 'ZSTD(1)'),
  firewall_event: withCodec(u8, 'ZSTD(1)'),
  /** sFlow: AS of the router and path to the destination. */
  own_as: withCodec(u32, 'T64, ZSTD(1)'),
  as_path: withCodec(fixed(AS_PATH_BYTES), 'ZSTD(1)'),
  user: withCodec(fixed(USER_BYTES), 'ZSTD(1)'),
  /** Wireless client: MAC and address. */
  client_mac: withCodec(fixed(6), 'ZSTD(1)'),
  client: withCodec(ipv6, 'ZSTD(1)'),
} as const;

const ICMP = 'protocol IN (1, 58)';
/** The same as numbers and texts. */
const readable = {
  icmp_type: `UInt8 ALIAS if(${ICMP}, bitShiftRight(destination_port, 8), 0)`,
  icmp_code: `UInt8 ALIAS if(${ICMP}, bitAnd(destination_port, 255), 0)`,
  user_name: 'String ALIAS toStringCutToZero(user)',
  as_numbers: `Array(UInt32) ALIAS arrayFilter(number -> number != 0, arrayMap(place -> reinterpretAsUInt32(substring(as_path, place * 4 + 1, 4)), range(${String(AS_PATH_BYTES / 4)})))`,
} as const;

/** The stored row. Only rows that have details carry them on the bus; ADR 28 has the reasons. */
export const detailedFlows = table({
  name: 'flows',
  columns: { ...flows.columns, ...details },
  stateColumns: readable,
  ...key,
  keep: { column: 'received', days: 3, as: 'raw' },
});

/** Layouts of the rows of `flows` on the bus. */
export const flowLayouts = [flows, detailedFlows] as const;

/** Flows that no interface could have carried in their duration: kept for inspection, counted in no sum. */
export const quarantinedFlows = table({
  name: 'quarantined_flows',
  columns: detailedFlows.columns,
  stateColumns: readable,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(received)',
  orderBy: ['customer', 'received'],
  keep: { column: 'received', days: 28, as: 'statistics' },
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

/**
 * The key does not limit the sites of a granule in which one hour or day ends and the next begins: these were half of what one site read.
 */
const indexes = ['INDEX sites site TYPE set(64) GRANULARITY 1'] as const;

/**
 * A flow counts in full in the bucket of its last packet: the active timeout of a minute keeps the error small. Within a `span` of some
 * steps the rows of a site are together: a filter on sites reads a few granules of each span, the last steps of all sites are one span, and
 * rows of a key stand next to each other (docs/adr/0044-data-requests.md).
 */
const rollup = (step: {
  name: string;
  /** SQL of the start of the step. */
  start: string;
  span: string;
  days: number;
  as: Retention;
  partition: string;
  granuleRows?: number;
  from: string;
}) => {
  const primaryKey = ['customer', step.span, ...keys.filter((name) => name !== 'customer')];
  return table({
    name: step.name,
    columns: rollupColumns,
    indexes,
    ...(step.granuleRows === undefined ? {} : { granuleRows: step.granuleRows }),
    engine: 'SummingMergeTree((bytes, packets, flows))',
    partitionBy: step.partition,
    primaryKey,
    // With the time in the index a period would be looked for there, after all other columns, and no span would be left out.
    orderBy: [...primaryKey, 'at'],
    keep: { column: 'at', days: step.days, as: step.as },
    from: {
      table: step.from,
      select:
        `SELECT ${step.start} AS at, ` +
        `${keys.join(', ')}, sum(bytes) AS bytes, sum(packets) AS packets, ` +
        `${step.from === 'flows' ? 'count()' : 'sum(flows)'} AS flows FROM ${step.from} GROUP BY at, ${keys.join(', ')}`,
    },
  });
};

const monthly = 'toYYYYMM(at)';
/** Chained instead of three views on the raw table: the raw insert pays for one view only. */
export const flows5m = rollup({
  name: 'flows_5m',
  start: "toStartOfInterval(last, INTERVAL 5 MINUTE, 'UTC')",
  span: 'toStartOfHour(at)',
  days: 28,
  as: '5m',
  partition: 'toYYYYMMDD(at)',
  from: 'flows',
});
export const flows1h = rollup({
  name: 'flows_1h',
  start: hourlyStep('at', 'customer'),
  span: 'toDate(at)',
  days: 1096,
  as: '1h',
  partition: monthly,
  granuleRows: 2_048,
  from: 'flows_5m',
});
export const flows1d = rollup({
  name: 'flows_1d',
  start: "toStartOfInterval(at, INTERVAL 1 DAY, 'UTC')",
  span: 'toMonday(at)',
  days: 1096,
  as: '1d',
  partition: monthly,
  granuleRows: 2_048,
  from: 'flows_1h',
});
