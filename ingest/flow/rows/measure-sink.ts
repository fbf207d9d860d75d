import { codecOf } from '#schemas/table/codec.ts';
import { flowMetricNames, flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { RowOf } from '#schemas/table/table.ts';
import type { RowsMessage } from './rows-message.ts';
import { measureIndex as at, measureElements } from '../template/measures.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { TWO_32 } from '#schemas/number.ts';

type MetricRow = RowOf<typeof flowMetrics.columns>;
type Sum = (typeof flowMetricNames.sums)[number];
type Maximum = (typeof flowMetricNames.maxima)[number];

const { offset } = layoutOf(flows);
const codec = codecOf(flowMetrics);
/** Groups are flushed at this number, to bound the memory. */
const MAX_GROUPS = 4_000;
/** RTP payload types have 7 bits. */
export const NO_PAYLOAD_TYPE = 255;

/** Sums that add up one measure unchanged. */
const plainSums = {
  connections: at.connections,
  responses: at.responses,
  late_responses: at.lateResponses,
  response_ms: at.responseMs,
  server_ms: at.serverMs,
  total_ms: at.totalMs,
  network_ms: at.networkMs,
  client_network_ms: at.clientNetworkMs,
  server_network_ms: at.serverNetworkMs,
  transactions: at.transactions,
  transaction_ms: at.transactionMs,
  client_retransmitted: at.clientRetransmitted,
  server_retransmitted: at.serverRetransmitted,
  client_retransmitted_bytes: at.clientRetransmittedBytes,
  server_retransmitted_bytes: at.serverRetransmittedBytes,
  rtp_lost: at.rtpLost,
  rtp_jitter_us: at.rtpJitterUs,
} as const satisfies Partial<Record<Sum, number>>;

const plainMaxima = {
  server_ms_max: at.serverMsMax,
  network_ms_max: at.networkMsMax,
  rtp_jitter_us_max: at.rtpJitterUsMax,
} as const satisfies Record<Maximum, number>;

/** Index of each sum in a group and of the measure it adds up: plain numbers, because this runs for every record. */
const sumAt = Object.fromEntries(flowMetricNames.sums.map((name, place) => [name, place])) as Readonly<
  Record<Sum, number>
>;
const sumPlaces = Object.entries(plainSums).map(([name, place]) => [sumAt[name as Sum], place] as const);
const maximumPlaces = flowMetricNames.maxima.map((name) => plainMaxima[name]);

interface Group {
  readonly key: Omit<MetricRow, Sum | Maximum>;
  readonly sums: Float64Array;
  readonly maxima: Float64Array;
}

/** A decoded row of `flows` with the measures of its record. */
export interface MeasuredRow {
  readonly out: DataView;
  readonly row: number;
  readonly values: Float64Array;
}

const quantity = ({ out, row }: MeasuredRow, column: number): number =>
  out.getUint32(row + column + 4, true) * TWO_32 + out.getUint32(row + column, true);
const number = ({ out, row }: MeasuredRow, column: number): number => out.getUint32(row + column, true);

const valueOf = ({ values }: MeasuredRow, place: number): number => values[place] ?? -1;
const isMeasured = (measured: MeasuredRow, place: number): boolean => valueOf(measured, place) >= 0;

const minuteOf = (measured: MeasuredRow): number =>
  (Math.floor(quantity(measured, offset.last) / MINUTE_MS) * MINUTE_MS) / 1_000;

function payloadTypeOf(measured: MeasuredRow): number {
  const type = valueOf(measured, at.payloadType);
  return type >= 0 && type < 128 ? type : NO_PAYLOAD_TYPE;
}

/** Group key as text: faster in a map than any composed key. */
function groupKeyText(measured: MeasuredRow): string {
  const { out, row } = measured;
  const u32 = (column: number): number => out.getUint32(row + column, true);
  const ends = `${String(u32(offset.source_site))},${String(u32(offset.destination_site))}`;
  const small = (out.getUint8(row + offset.dscp) * 256 + payloadTypeOf(measured)) * 4;
  const remaining = small + out.getUint8(row + offset.duplicate);
  return `${String(u32(offset.customer))},${String(minuteOf(measured))},${String(u32(offset.site))},${String(u32(offset.exporter))},${ends},${String(quantity(measured, offset.application))},${String(remaining)}`;
}

const groupKeyOf = (measured: MeasuredRow): Group['key'] => ({
  customer: number(measured, offset.customer),
  at: minuteOf(measured),
  site: number(measured, offset.site),
  exporter: number(measured, offset.exporter),
  source_site: number(measured, offset.source_site),
  destination_site: number(measured, offset.destination_site),
  application: BigInt(quantity(measured, offset.application)),
  dscp: measured.out.getUint8(measured.row + offset.dscp),
  duplicate: measured.out.getUint8(measured.row + offset.duplicate),
  payload_type: payloadTypeOf(measured),
});

const grow = (sums: Float64Array, place: number, by: number): void => {
  sums[place] = (sums[place] ?? 0) + by;
};

/** Divisors count only the records that reported the corresponding sum. */
function addDivisors({ sums }: Group, measured: MeasuredRow): void {
  // The device measured only sampled packets, so the multiplied count is divided again.
  const packets = quantity(measured, offset.packets) / Math.max(1, number(measured, offset.sampling));
  const when = (place: number, growth: number): number => (isMeasured(measured, place) ? growth : 0);
  const resent = Math.max(when(at.clientRetransmitted, packets), when(at.serverRetransmitted, packets));
  grow(sums, sumAt.flows, 1);
  grow(sums, sumAt.packets, packets);
  grow(sums, sumAt.connection_flows, when(at.connections, 1));
  const connections = Math.max(0, valueOf(measured, at.connections));
  grow(sums, sumAt.network_connections, when(at.networkMs, connections));
  grow(sums, sumAt.retransmission_packets, resent);
  grow(sums, sumAt.rtp_packets, when(at.rtpLost, packets));
  grow(sums, sumAt.rtp_flows, when(at.rtpJitterUs, 1));
}

function add(group: Group, measured: MeasuredRow): void {
  addDivisors(group, measured);
  const { sums, maxima } = group;
  for (const [sum, place] of sumPlaces) {
    const value = valueOf(measured, place);
    if (value > 0) grow(sums, sum, value);
  }
  for (const [index, place] of maximumPlaces.entries())
    maxima[index] = Math.max(maxima[index] ?? 0, valueOf(measured, place));
}

const MAX_U32 = TWO_32 - 1;
const metricRowOf = ({ key, sums, maxima }: Group): MetricRow => ({
  ...key,
  ...(Object.fromEntries(
    flowMetricNames.sums.map((name, place) => [name, BigInt(Math.round(sums[place] ?? 0))]),
  ) as Record<Sum, bigint>),
  ...(Object.fromEntries(
    flowMetricNames.maxima.map((name, place) => [name, Math.min(maxima[place] ?? 0, MAX_U32)]),
  ) as Record<Maximum, number>),
});

/** Scratch values of one record: readers write, the sink reads. */
export const recordValues = new Float64Array(measureElements.length);

/** Aggregates the measures of one partition per minute of the last packet and the key of `flow_metrics`. */
export class MeasureSink {
  readonly #groups = new Map<string, Group>();
  #firstMs = 0;
  #lastMs = 0;
  readonly #emit: (message: RowsMessage) => void;

  constructor(emit: (message: RowsMessage) => void) {
    this.#emit = emit;
  }

  /** Adds the measures of a row. Ignores a record without measures. */
  add(measured: MeasuredRow, receivedMs: number): void {
    if (!measured.values.some((value) => value >= 0)) return;
    const text = groupKeyText(measured);
    let group = this.#groups.get(text);
    if (group === undefined) {
      if (this.#groups.size >= MAX_GROUPS) this.flush();
      if (this.#groups.size === 0) this.#firstMs = receivedMs;
      const { sums, maxima } = flowMetricNames;
      group = {
        key: groupKeyOf(measured),
        sums: new Float64Array(sums.length),
        maxima: new Float64Array(maxima.length),
      };
      this.#groups.set(text, group);
    }
    this.#lastMs = receivedMs;
    add(group, measured);
  }

  flush(): void {
    const groups = [...this.#groups.values()];
    if (groups.length === 0) return;
    this.#groups.clear();
    // 4,000 rows of 243 bytes stay below 1 MiB, the default NATS message limit.
    const bytes = codec.encode(groups.map(metricRowOf)).slice();
    this.#emit({ bytes, rows: groups.length, firstMs: this.#firstMs, lastMs: this.#lastMs });
  }
}
