import type { CounterKey } from '#schemas/counter/catalogue.ts';
import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { detailedFlows, flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { flowColumn } from '../measure/flow-sums.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

const HIGH_WORD = 2 ** 32;
/** An unsigned 64-bit integer as a double: exact below 2^53. */
export const uint64At = (view: DataView, at: number): number =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * HIGH_WORD;

/** Offsets of the columns that both tables have, and which cells are added to which sums. */
export interface FlowRowLayout {
  readonly rowBytes: number;
  readonly offset: Readonly<
    Record<
      'customer' | 'site' | 'source_site' | 'destination_site' | 'application' | 'dscp' | 'duplicate',
      number
    >
  >;
  /** Time of the row, milliseconds since 1970: it counts in the window that contains it. */
  readonly timeOf: (view: DataView, row: number) => number;
  /** Offsets of 64-bit cells, and the columns of the sums they are added to. */
  readonly cells: readonly number[];
  readonly columns: readonly number[];
  /** Column that counts rows, -1 if there is none. */
  readonly counting: number;
  /** Offset of the time at which the collector received the row, -1 of rows that are no flows. */
  readonly received: number;
}

const column = (key: CounterKey): number => flowColumn(key);
const flow = layoutOf(flows);
const detailed = layoutOf(detailedFlows);
const metric = layoutOf(flowMetrics);

/** Which amounts of a flow are its bytes and packets. */
export const trafficAmounts = { bytes: 0, packets: 1 } as const;

/** A flow counts entirely in the window of its last packet, as in the rollups. */
export const flowRowLayout: FlowRowLayout = {
  rowBytes: flow.rowBytes,
  offset: flow.offset,
  timeOf: (view, row) => uint64At(view, row + flow.offset.last),
  // In the order of `trafficAmounts`.
  cells: [flow.offset.bytes, flow.offset.packets],
  columns: [column('flow_octets'), column('flow_packets')],
  counting: column('flow_count'),
  received: flow.offset.received,
};

/** Copies rows of `detailedFlows` without their details. Throws a RangeError if the bytes are not whole rows. */
export function withoutDetails(bytes: Uint8Array): Uint8Array {
  const rows = bytes.length / detailed.rowBytes;
  if (!Number.isInteger(rows))
    throw new RangeError(`${String(bytes.length)} bytes are not whole rows of ${String(detailed.rowBytes)}`);
  const plain = new Uint8Array(rows * flow.rowBytes);
  for (let row = 0; row < rows; row += 1) {
    const at = row * detailed.rowBytes;
    plain.set(bytes.subarray(at, at + flow.rowBytes), row * flow.rowBytes);
  }
  return plain;
}

/** The columns that `console/server/features/data/sql/flow-series-sql.ts` sums; a test compares them. */
const metricCells = {
  connections: 'flow_connections',
  connection_flows: 'flow_connection_flows',
  server_ms: 'flow_response_time',
  responses: 'flow_responses',
  network_ms: 'flow_network_time',
  network_connections: 'flow_network_connections',
  client_retransmitted: 'flow_retransmitted',
  server_retransmitted: 'flow_retransmitted',
  retransmission_packets: 'flow_retransmission_packets',
  rtp_jitter_us: 'flow_rtp_jitter',
  rtp_flows: 'flow_rtp_samples',
  rtp_lost: 'flow_rtp_lost',
  rtp_packets: 'flow_rtp_packets',
} as const;

export const metricRowLayout: FlowRowLayout = {
  rowBytes: metric.rowBytes,
  offset: metric.offset,
  timeOf: (view, row) => view.getUint32(row + metric.offset.at, true) * SECOND_MS,
  cells: Object.keys(metricCells).map((name) => metric.offset[name as keyof typeof metricCells]),
  columns: Object.values(metricCells).map(column),
  counting: -1,
  received: -1,
};
