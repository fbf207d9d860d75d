import { SFLOW_DOMAIN, type DomainEntry, type Exporter } from '../../exporter/exporter.ts';
import type { Domain } from '../../exporter/domain.ts';
import type { HeaderMark } from '../../exporter/restart-detector.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import { storeCounters, type CounterContext } from '../../counters/store-counters.ts';
import { agentAt } from '../../template/agent.ts';
import { readCounters } from './counter-sample.ts';
import { readFlowSample, type FlowSampleContext } from './flow-sample.ts';
import type { Cursor } from './link-header.ts';
import { sampleSourcesOf } from './sample-sources.ts';

const VERSION = 5;
const ADDRESS_V4 = 1;
const ADDRESS_V6 = 2;
/** Version and address type, then after the address: sub-agent, sequence, uptime, samples. */
const MIN_BYTES = 28;
const FLOW_SAMPLE = 1;
const COUNTER_SAMPLE = 2;
const EXPANDED_FLOW_SAMPLE = 3;
const EXPANDED_COUNTER_SAMPLE = 4;

/** FNV-1a over agent address and sub-agent, so that agents behind one sender (a proxy) get separate domains. */
function domainId(view: DataView, end: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 8; at < end; at += 1) hash = Math.imul(hash ^ view.getUint8(at), 0x01_00_01_93);
  return hash >>> 0;
}

function fault({ traffic }: DomainEntry, reason: RejectionReason): void {
  traffic.errors.set(reason, (traffic.errors.get(reason) ?? 0) + 1);
  traffic.lastError = reason;
}

const sample: Cursor = { view: new DataView(new ArrayBuffer(0)), at: 0, end: 0 };
const counterRecord: Cursor = { view: sample.view, at: 0, end: 0 };

/** ifIndex of a data source (sFlow version 5, §5 `sflow_data_source`); 0 for a VLAN or chassis entity. */
function sourceIndex(view: DataView, at: number, expanded: boolean): number {
  if (expanded) return view.getUint32(at + 4) === 0 ? view.getUint32(at + 8) : 0;
  const source = view.getUint32(at + 4);
  return source >>> 24 === 0 ? source : 0;
}

function readCounterSample({ view, at, end }: Cursor, expanded: boolean, context: CounterContext): boolean {
  let next = at + (expanded ? 16 : 12);
  if (next > end) return false;
  const records = view.getUint32(next - 4);
  const source = sourceIndex(view, at, expanded);
  counterRecord.view = view;
  for (let index = 0; index < records; index += 1) {
    if (end - next < 8) return false;
    const bytes = view.getUint32(next + 4);
    counterRecord.at = next + 8;
    if (bytes > end - counterRecord.at) return false;
    counterRecord.end = counterRecord.at + bytes;
    const read = readCounters(counterRecord, view.getUint32(next), source);
    if (read === null) return false;
    if (read !== undefined) storeCounters(context, read);
    next = counterRecord.end;
  }
  return true;
}

/**
 * Reads one sample. Returns false if it is truncated. Other formats are counted: those of vendors, and notifications of
 * discarded packets (format 5), which are not part of the sampled traffic.
 */
function readSample(format: number, context: FlowSampleContext & CounterContext): boolean {
  if (format === FLOW_SAMPLE || format === EXPANDED_FLOW_SAMPLE)
    return readFlowSample(sample, format === EXPANDED_FLOW_SAMPLE, context);
  if (format !== COUNTER_SAMPLE && format !== EXPANDED_COUNTER_SAMPLE) {
    context.sources.skip(format);
    return true;
  }
  return readCounterSample(sample, format === EXPANDED_COUNTER_SAMPLE, context);
}

/**
 * Reads all samples from `from` on. A sample truncated inside its frame affects only itself, a frame outside the end
 * also those after it.
 */
function readSamples(
  view: DataView,
  { from, entry }: { from: number; entry: DomainEntry },
  context: FlowSampleContext & CounterContext,
): void {
  const count = view.getUint32(from - 4);
  const end = view.byteLength;
  let at = from;
  sample.view = view;
  for (let index = 0; index < count; index += 1) {
    const bytes = end - at < 8 ? Infinity : view.getUint32(at + 4);
    if (bytes > end - at - 8) {
      fault(entry, 'length wrong');
      return;
    }
    const format = view.getUint32(at);
    sample.at = at + 8;
    at = sample.at + bytes;
    sample.end = at;
    entry.traffic.records += 1;
    if (!readSample(format, context)) fault(entry, 'record truncated');
  }
}

/** A restarted agent may number its ports differently: their names are out of date. Its sequences recognise a restart themselves. */
function noticeRestart(exporter: Exporter, domain: Domain, mark: HeaderMark): void {
  if (domain.restarts.observe(mark, mark.exportMs) === 'restart') exporter.interfaces.forget(domain);
}

/**
 * Decodes sFlow version 5 (sflow.org, "sFlow Version 5", §5). A flow sample becomes a row of one packet times the
 * sampling rate. Its bytes are the IP length, as in NetFlow, so that both add up on one interface. The row of a tunnel
 * is its outer header. Returns the rejection reason, undefined if the datagram was decoded.
 */
export function decodeSflow(
  exporter: Exporter,
  view: DataView,
  receivedMs: number,
): RejectionReason | undefined {
  if (view.byteLength < MIN_BYTES) return 'datagram too short';
  if (view.getUint32(0) !== VERSION) return 'version unknown';
  const type = view.getUint32(4);
  if (type !== ADDRESS_V4 && type !== ADDRESS_V6) return 'version unknown';
  const subAgentAt = type === ADDRESS_V4 ? 12 : 24;
  const from = subAgentAt + 16;
  if (view.byteLength < from) return 'datagram too short';
  const entry = exporter.domain(SFLOW_DOMAIN, domainId(view, subAgentAt + 4), receivedMs);
  if (entry === undefined) return 'too many domains';
  const { traffic, domain } = entry;
  traffic.packets += 1;
  traffic.bytes += view.byteLength;
  traffic.lastExportMs = receivedMs;
  const uptimeMs = view.getUint32(from - 8);
  noticeRestart(exporter, domain, { sequence: 0, exportMs: receivedMs, uptimeMs });
  domain.agent ??= agentAt(view, 8, type === ADDRESS_V4 ? 4 : 16);
  domain.sequence.record(view.getUint32(subAgentAt + 4), 1);
  exporter.stampReceived(receivedMs);
  readSamples(
    view,
    { from, entry },
    { exporter, domain, sources: sampleSourcesOf(domain), receivedMs, uptimeMs },
  );
  return undefined;
}
