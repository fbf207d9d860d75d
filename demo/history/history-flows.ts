import { NO_PAYLOAD_TYPE } from '#ingest/flow/rows/measure-sink.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { flowMetricNames, flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { SERVER_SHARE } from '../export/export-fields.ts';
import { flowsOf, type FlowRecord, type Interval } from '../flows.ts';
import type { KnownDevice } from './history-elements.ts';
import type { Polled } from './history-samples.ts';
import type { FleetDevice } from '../model.ts';
import { ORIGIN_S } from '../traffic.ts';

type FlowRow = RowOf<typeof flows.columns>;
type MetricRow = RowOf<typeof flowMetrics.columns>;
const codec = codecOf(flows);
const metricCodec = codecOf(flowMetrics);
/** Few and large flows: their sums are right, and three days are written within seconds. */
const FLOWS_PER_INTERVAL = 3;

/** An IPv4 address mapped into IPv6, in network order. */
function mapped(address: number): Uint8Array {
  const bytes = new Uint8Array(16);
  bytes[10] = 0xff;
  bytes[11] = 0xff;
  new DataView(bytes.buffer).setUint32(12, address);
  return bytes;
}

const NOWHERE = new Uint8Array(16);
const msOf = (t: number): number => Math.round((t + ORIGIN_S) * 1_000);

export interface FlowHistory {
  readonly seed: number;
  readonly neighbours: (device: FleetDevice) => readonly FleetDevice[];
  /** Site by index of the device, for addresses 10.x.y.z. */
  readonly sites: ReadonlyMap<number, number>;
  /** Flows of a device in an interval; three when left out. */
  readonly flowsPerInterval?: number;
  /** Flows that a device exports a second, for which those few stand. */
  readonly flowsPerSecond: number;
}

/** A flow of the past, the device that would have exported it, and its row. */
interface PastFlow {
  readonly known: KnownDevice;
  readonly flow: FlowRecord;
  readonly row: FlowRow;
}

interface PastRows {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

const siteOfAddress = ({ sites }: FlowHistory, address: number): number =>
  address >>> 24 === 10 ? (sites.get((address >>> 8) & 0xffff) ?? 0) : 0;

function flowRow(history: FlowHistory, known: KnownDevice, flow: FlowRecord): FlowRow {
  return {
    customer: known.customer,
    site: known.site,
    exporter: known.id,
    in_interface: known.ports.get(flow.input) ?? 0,
    out_interface: known.ports.get(flow.output) ?? 0,
    in_index: flow.input,
    out_index: flow.output,
    received: msOf(flow.lastS),
    first: msOf(flow.firstS),
    last: msOf(flow.lastS),
    source_site: siteOfAddress(history, flow.source),
    destination_site: siteOfAddress(history, flow.destination),
    source: mapped(flow.source),
    destination: mapped(flow.destination),
    next_hop: NOWHERE,
    source_port: flow.sourcePort,
    destination_port: flow.destinationPort,
    source_as: 0,
    destination_as: 0,
    vpn: 0,
    // Engine in the upper 32 bits of the column, selector in the lower (RFC 6759).
    application: (BigInt(flow.application >>> 24) << 32n) | BigInt(flow.application & 0xffffff),
    protocol: flow.protocol,
    dscp: flow.tos >>> 2,
    tcp_flags: flow.tcpFlags,
    direction: flow.direction,
    end_reason: 0,
    duplicate: 0,
    sampling: 1,
    bytes: BigInt(flow.octets),
    packets: BigInt(flow.packets),
    egress_vpn: 0,
    mpls_label: 0,
    vlan: 0,
    post_vlan: 0,
    forwarding_status: 0,
  };
}

/** Of a record that measures nothing. */
const noSums = {
  ...(Object.fromEntries(flowMetricNames.sums.map((name) => [name, 0n])) as Record<
    (typeof flowMetricNames.sums)[number],
    bigint
  >),
  ...(Object.fromEntries(flowMetricNames.maxima.map((name) => [name, 0])) as Record<
    (typeof flowMetricNames.maxima)[number],
    number
  >),
};
const MINUTE_S = 60;

/** What the collector sums of a flow in addition to its volume: its connections, and responses where its device measures them. */
function metricRow({ known, flow, row }: PastFlow, connections: number): MetricRow {
  const { customer, site, exporter, source_site, destination_site, application, dscp, duplicate } = row;
  const measured = {
    responses: BigInt(flow.responses),
    response_ms: BigInt(flow.responseMs),
    server_ms: BigInt(Math.round(flow.responseMs * SERVER_SHARE)),
  };
  return {
    ...noSums,
    customer,
    site,
    exporter,
    source_site,
    destination_site,
    application,
    dscp,
    at: Math.floor((flow.lastS + ORIGIN_S) / MINUTE_S) * MINUTE_S,
    duplicate,
    payload_type: NO_PAYLOAD_TYPE,
    flows: 1n,
    packets: row.packets,
    connections: BigInt(connections),
    connection_flows: 1n,
    ...(known.device.flows.isMeasured && measured),
  };
}

/** The flows of an interval, thinned, as rows of `flows` and of `flow_metrics`. */
export function flowRows(
  history: FlowHistory,
  devices: readonly Polled[],
  interval: Interval,
): { readonly flows: PastRows; readonly metrics: PastRows } {
  const count = history.flowsPerInterval ?? FLOWS_PER_INTERVAL;
  const past = devices.flatMap(({ known, counters }): readonly PastFlow[] => {
    if (!counters.responds(interval.toS)) return [];
    const { device } = known;
    const place = { seed: history.seed, device, neighbours: history.neighbours(device) };
    return flowsOf(place, counters, { ...interval, count }).map((flow) => ({
      known,
      flow,
      row: flowRow(history, known, flow),
    }));
  });
  const connections = Math.round((history.flowsPerSecond * (interval.toS - interval.fromS)) / count);
  const metrics = past.map((one) => metricRow(one, connections));
  // The encoder gives a view of a larger buffer; what is published must own its bytes.
  return {
    flows: { bytes: codec.encode(past.map(({ row }) => row)).slice(), rows: past.length },
    metrics: { bytes: metricCodec.encode(metrics).slice(), rows: metrics.length },
  };
}
