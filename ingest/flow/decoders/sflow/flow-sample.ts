import { layoutOf } from '#schemas/table/layout.ts';
import { detailedFlows } from '#schemas/table/flows.ts';
import { siteAt } from '../../attribution/site-at.ts';
import type { Domain } from '../../exporter/domain.ts';
import type { Exporter } from '../../exporter/exporter.ts';
import { finishRow } from '../../rows/finish-row.ts';
import { readFlowRecord } from './flow-records.ts';
import type { Cursor } from './link-header.ts';
import { writeQuantity, type RowTarget } from './row-target.ts';
import type { FlowSampleHeader, SampleSources } from './sample-sources.ts';

const { offset } = layoutOf(detailedFlows);
const PLAIN_BYTES = 32;
const EXPANDED_BYTES = 44;
/** Interface 0x3fffffff: a packet from or to the device itself. */
const INTERNAL = 0x3f_ff_ff_ff;

/** The row is decoded here: only at its end is it known whether it has details. */
const scratch = new Uint8Array(layoutOf(detailedFlows).rowBytes);
const scratchView = new DataView(scratch.buffer);
const target: RowTarget = {
  out: scratchView,
  row: 0,
  ipBytes: 0,
  hasPayload: false,
  isSegmentRouted: false,
  tunnels: 'outer',
  isDetailed: false,
  isUserKnown: false,
};
const record: Cursor = { view: scratchView, at: 0, end: 0 };
/** Where the row goes. */
const position: { out: DataView; row: number } = { out: scratchView, row: 0 };
const head: FlowSampleHeader & { input: number; output: number; forwarding: number; records: number } = {
  sequence: 0,
  source: 0,
  rate: 0,
  pool: 0,
  drops: 0,
  input: 0,
  output: 0,
  forwarding: 0,
  records: 0,
};

/** Interface format of a packet that the device discarded; the value is its reason. */
const DISCARDED = 1;
/** Forwarding status (RFC 7270 §4.12) of reasons: no route, fragmentation needed, TTL exceeded, ACL; else dropped. */
const statusByReason: ReadonlyMap<number, number> = new Map([
  ...[0, 1, 6, 7].map((reason) => [reason, 131] as const),
  [4, 133],
  [257, 137],
  [258, 130],
]);
const DROPPED = 128;

/** Forwarding status of a sample by its output, 0 unless the packet was discarded. */
const forwardingOf = (format: number, reason: number): number =>
  format === DISCARDED ? (statusByReason.get(reason) ?? DROPPED) : 0;

/** Format 0 is one ifIndex; formats 1 (packet discarded) and 2 (several interfaces) have none: 0. */
const ifIndex = (format: number, value: number): number => (format === 0 && value !== INTERNAL ? value : 0);
const packedIndex = (value: number): number => ifIndex(value >>> 30, value & INTERNAL);

function readPlainHead(view: DataView, at: number): void {
  head.source = view.getUint32(at + 4);
  head.rate = view.getUint32(at + 8);
  head.pool = view.getUint32(at + 12);
  head.drops = view.getUint32(at + 16);
  head.input = packedIndex(view.getUint32(at + 20));
  const output = view.getUint32(at + 24);
  head.output = packedIndex(output);
  head.forwarding = forwardingOf(output >>> 30, output & INTERNAL);
  head.records = view.getUint32(at + 28);
}

function readExpandedHead(view: DataView, at: number): void {
  head.source = view.getUint32(at + 4) * 2 ** 32 + view.getUint32(at + 8);
  head.rate = view.getUint32(at + 12);
  head.pool = view.getUint32(at + 16);
  head.drops = view.getUint32(at + 20);
  head.input = ifIndex(view.getUint32(at + 24), view.getUint32(at + 28));
  const format = view.getUint32(at + 32);
  head.output = ifIndex(format, view.getUint32(at + 36));
  head.forwarding = forwardingOf(format, view.getUint32(at + 36));
  head.records = view.getUint32(at + 40);
}

/** Whether the packet was sampled at egress: the sampling interface is its output and not its input. */
const isEgress = (): boolean => head.source === head.output && head.source !== head.input && head.source > 0;

function writeRow(context: FlowSampleContext): void {
  const { exporter, receivedMs } = context;
  const { sites, sink } = exporter.attribution;
  const { byIndex } = exporter.interfaces;
  const { out, row } = target;
  // An agent that states no rate does not know it.
  const rate = Math.max(1, head.rate);
  out.setUint32(row + offset.source_site, siteAt(sites, out, row + offset.source), true);
  out.setUint32(row + offset.destination_site, siteAt(sites, out, row + offset.destination), true);
  out.setUint32(row + offset.in_index, head.input, true);
  out.setUint32(row + offset.out_index, head.output, true);
  out.setUint32(row + offset.in_interface, byIndex.get(head.input) ?? 0, true);
  out.setUint32(row + offset.out_interface, byIndex.get(head.output) ?? 0, true);
  out.setUint8(row + offset.direction, isEgress() ? 1 : 0);
  out.setUint8(row + offset.forwarding_status, head.forwarding);
  out.setUint32(row + offset.sampling, head.rate, true);
  writeQuantity(target, offset.packets, rate);
  writeQuantity(target, offset.bytes, target.ipBytes * rate);
  // A sample has no timestamps and is sent within a second.
  writeQuantity(target, offset.first, receivedMs);
  writeQuantity(target, offset.last, receivedMs);
  const buffer = sink.bufferOf(target.isDetailed);
  position.out = buffer.view;
  position.row = buffer.reserve(scratch.subarray(0, buffer.rowBytes));
  finishRow(position, context, { buffer });
}

/** Reads the records up to the first truncated one. Returns false if there was one. */
function readRecords({ view, at, end }: Cursor): boolean {
  record.view = view;
  let next = at;
  for (let index = 0; index < head.records; index += 1) {
    if (end - next < 8) return false;
    const bytes = view.getUint32(next + 4);
    record.at = next + 8;
    if (bytes > end - record.at) return false;
    record.end = record.at + bytes;
    // Vendor formats have the enterprise number in the upper 20 bits.
    const format = view.getUint32(next);
    next = record.end;
    if (!readFlowRecord(record, format, target)) return false;
  }
  return true;
}

/** Origin and reception time of a sample. */
export interface FlowSampleContext {
  readonly exporter: Exporter;
  readonly domain: Domain;
  readonly sources: SampleSources;
  readonly receivedMs: number;
}

/**
 * Reads one flow sample, plain or expanded, into one row. Returns false if it is truncated: the records before the cut
 * are retained.
 */
export function readFlowSample(sample: Cursor, expanded: boolean, context: FlowSampleContext): boolean {
  const { exporter, sources } = context;
  const { view } = sample;
  const headBytes = expanded ? EXPANDED_BYTES : PLAIN_BYTES;
  if (sample.end - sample.at < headBytes) return false;
  head.sequence = view.getUint32(sample.at);
  if (expanded) readExpandedHead(view, sample.at);
  else readPlainHead(view, sample.at);
  sources.observe(head);
  target.tunnels = exporter.attribution.tunnels;
  target.isDetailed = false;
  target.isUserKnown = false;
  target.ipBytes = 0;
  scratch.fill(0);
  scratch.set(exporter.constant);
  sample.at += headBytes;
  const isComplete = readRecords(sample);
  if (target.ipBytes > 0) writeRow(context);
  else if (isComplete) sources.notIp += 1;
  return isComplete;
}
