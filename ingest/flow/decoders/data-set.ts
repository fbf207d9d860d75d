import type { DatagramHeader, Domain } from '../exporter/domain.ts';
import {
  agentOf,
  decoderOf,
  directionOf,
  hostOf,
  measuresOf,
  reverseDecoderOf,
  type KnownTemplate,
} from '../exporter/known-template.ts';
import type { Exporter } from '../exporter/exporter.ts';
import { finishPlainRows, finishRow, finishRows, type RecordSource } from '../rows/finish-row.ts';
import { recordValues } from '../rows/measure-sink.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import type { AgentReader } from '../template/agent.ts';
import type { RecordDecoder } from '../template/compile.ts';
import { packRecord, packedView } from '../template/pack-record.ts';
import type { RecordContext } from '../template/record-context.ts';
import { NOT_ANNOUNCED } from '../template/sampling-rate.ts';
import type { RowBuffer } from '../rows/row-buffer.ts';
import { readOptions } from './options.ts';
import { decodeRecordCount, encodeTruncated } from './record-count.ts';
import { readPacketSection } from './packet-row.ts';
import { sampleSourcesOf } from './sflow/sample-sources.ts';

const { offset } = layoutOf(flows);
/** The 32-bit uptime wraps after 49.7 days. */
const UPTIME_WRAP_MS = 4_294_967_296;

export interface DataSetSpan {
  readonly view: DataView;
  /** Offset of the next record; advances while packed records are read. */
  at: number;
  readonly end: number;
  /** Reception time of the datagram. */
  readonly receivedMs: number;
}

/*
 * Inputs and outputs of the compiled decoders. Allocated once: this runs for every record, and decoding is synchronous.
 */
const context: { -readonly [K in keyof RecordContext]: RecordContext[K] } = {
  exportMs: 0,
  bootMs: 0,
  uptimeMs: 0,
  shiftMs: 0,
  bytes: 0,
  large: 0,
  timesReplaced: 0,
  sampling: NOT_ANNOUNCED,
  factor: 1,
  rate: 1,
  samplers: new Map(),
  interfaceRates: undefined,
  interfaces: new Map(),
  sites: { ofV4: () => 0, ofV6: () => 0 },
  named: { selectorOf: () => 0 },
};

/** Sets the context for the records of one set. */
function prepareContext(exporter: Exporter, domain: Domain, header: DatagramHeader): void {
  context.exportMs = header.exportMs;
  // IPFIX has no uptime in its header: the boot time comes from an option or from each record.
  const hasUptime = !Number.isNaN(header.bootMs);
  context.uptimeMs = hasUptime ? header.uptimeMs : (header.exportMs - domain.bootMs) % UPTIME_WRAP_MS;
  context.bootMs = header.exportMs - context.uptimeMs;
  context.shiftMs = header.shiftMs;
  context.sampling = domain.sampling;
  context.factor = domain.sampling > 0 ? domain.sampling : 1;
  context.rate = domain.sampling < 0 ? 0 : Math.round(context.factor);
  context.samplers = domain.samplers;
  context.interfaceRates = domain.interfaceRates.size === 0 ? undefined : domain.interfaceRates;
  context.interfaces = exporter.interfaces.byIndex;
  context.sites = exporter.attribution.sites;
  context.named = domain.applications;
}

/** A single record. */
const singleRecord = { at: 0, count: 1 };
/** The records of a set that fit into the current message. */
const recordRun = { at: 0, count: 0 };
const target: {
  out: DataView;
  row: number;
  host: string | undefined;
  agent: string | undefined;
  isInputUnnamed: boolean;
  readonly context: RecordContext;
} = { out: packedView, row: 0, host: undefined, agent: undefined, isInputUnnamed: false, context };

/** Sets the direction for rows of a template without a direction field. Returns whether it is egress. */
function prepareDirection(known: KnownTemplate): boolean {
  const { isInputUnnamed, isEgress } = directionOf(known);
  target.isInputUnnamed = isInputUnnamed;
  return isEgress;
}

/** Agent reader, used only if attribution rules match by agent. */
function agentReaderOf({ attribution }: Exporter, known: KnownTemplate): AgentReader | null {
  target.agent = undefined;
  return attribution.owners?.byAgent === true ? agentOf(known) : null;
}

/** Emits the reverse direction of a biflow as its own row, unless it carried no traffic. */
function decodeReverse(
  origin: RecordSource,
  decode: RecordDecoder,
  { view, at, buffer }: Pick<DataSetSpan, 'view' | 'at'> & { readonly buffer: RowBuffer },
): void {
  const { exporter } = origin;
  target.out = buffer.view;
  target.row = buffer.reserve(exporter.constant);
  decode(view, { at, count: 1 }, target);
  const { out, row } = target;
  const packets = out.getUint32(row + offset.packets, true) + out.getUint32(row + offset.packets + 4, true);
  const bytes = out.getUint32(row + offset.bytes, true) + out.getUint32(row + offset.bytes + 4, true);
  if (packets === 0 && bytes === 0) return;
  finishRow(target, origin, { buffer });
}

/** The compiled readers of a template whose records are read one at a time. */
function singleReaders({ exporter }: RecordSource, known: KnownTemplate) {
  target.host = undefined;
  return {
    decode: decoderOf(known),
    reverse: reverseDecoderOf(known),
    measures: measuresOf(known),
    host: hostOf(known),
    agent: agentReaderOf(exporter, known),
    isEgress: prepareDirection(known),
    buffer: exporter.attribution.sink.bufferOf(known.isDetailed),
  };
}

/** Completes the row of a single record, and emits the one of its reverse direction. */
function finishSingle(
  origin: RecordSource,
  { isEgress, measures, reverse }: ReturnType<typeof singleReaders>,
  record: Pick<DataSetSpan, 'view' | 'at'> & { readonly buffer: RowBuffer },
): void {
  const { view, at, buffer } = record;
  if (isEgress) target.out.setUint8(target.row + offset.direction, 1);
  measures?.(view, at, recordValues);
  finishRow(target, origin, { buffer, values: measures === null ? undefined : recordValues });
  if (reverse !== null) decodeReverse(origin, reverse, record);
}

/** Decodes records that are packed first: packs each one, then decodes it like any other. */
function decodePacked(origin: RecordSource, known: KnownTemplate, set: DataSetSpan): number {
  const { exporter } = origin;
  const readers = singleReaders(origin, known);
  const { decode, host, agent, buffer } = readers;
  let records = 0;
  while (set.end - set.at >= known.minRecordBytes) {
    const next = packRecord(known.template, set.view, set);
    if (next < 0) return encodeTruncated(records);
    set.at = next;
    target.out = buffer.view;
    target.row = buffer.reserve(exporter.constant);
    singleRecord.at = 0;
    decode(packedView, singleRecord, target);
    records += 1;
    if (known.hasPacket && !readPacketSection(target, set.view, exporter)) {
      sampleSourcesOf(origin.domain).notIp += 1;
      continue;
    }
    target.host = host?.(packedView, 0);
    if (agent !== null) target.agent = agent(packedView, 0);
    finishSingle(origin, readers, { view: packedView, at: 0, buffer });
  }
  return records;
}

/** Whether each record must be finished before the next one is read. */
function needsSingleRecords({ attribution }: Exporter, known: KnownTemplate): boolean {
  const readers = [reverseDecoderOf(known), measuresOf(known), hostOf(known)];
  return attribution.owners !== undefined || readers.some((reader) => reader !== null);
}

/** Number of fixed-length records in a set. A remainder is padding (RFC 7011 §3.3.1). */
const recordCount = ({ at, end }: DataSetSpan, { minRecordBytes }: KnownTemplate): number =>
  Math.floor((end - at) / minRecordBytes);

/** Decodes records that need nothing but their own fields: as many at once as fit into the current message. */
function decodeBatch(origin: RecordSource, known: KnownTemplate, set: DataSetSpan): number {
  const { exporter } = origin;
  const buffer = exporter.attribution.sink.bufferOf(known.isDetailed);
  const decode = decoderOf(known);
  const isEgress = prepareDirection(known);
  const records = recordCount(set, known);
  const hasOneRate = !known.statesSampling && context.interfaceRates === undefined;
  target.host = undefined;
  recordRun.at = set.at;
  for (let left = records; left > 0; left -= recordRun.count) {
    recordRun.count = Math.min(left, buffer.freeRows);
    // The buffer changes only with each message, and storing a reference again costs a write barrier.
    if (target.out !== buffer.view) target.out = buffer.view;
    target.row = buffer.reserve(exporter.constant, recordRun.count);
    decode(set.view, recordRun, target);
    recordRun.at += recordRun.count * known.minRecordBytes;
    const run = { buffer, count: recordRun.count, isEgress, rate: context.rate, bytes: context.bytes };
    if (hasOneRate && context.large === 0) finishPlainRows(target, origin, run);
    else finishRows(target, origin, run);
  }
  return records;
}

/** Decodes records whose rows depend on more than their own fields, one after the other. */
function decodeSingly(origin: RecordSource, known: KnownTemplate, set: DataSetSpan): number {
  const { exporter } = origin;
  const readers = singleReaders(origin, known);
  const { decode, host, agent, buffer } = readers;
  const records = recordCount(set, known);
  singleRecord.at = set.at;
  for (let left = records; left > 0; left -= 1, singleRecord.at += known.minRecordBytes) {
    const { at } = singleRecord;
    target.out = buffer.view;
    target.row = buffer.reserve(exporter.constant);
    decode(set.view, singleRecord, target);
    if (host !== null) target.host = host(set.view, at);
    if (agent !== null) target.agent = agent(set.view, at);
    finishSingle(origin, readers, { view: set.view, at, buffer });
  }
  return records;
}

function decodeRecords(origin: RecordSource, known: KnownTemplate, set: DataSetSpan): number {
  if (known.isPacked) return decodePacked(origin, known, set);
  if (needsSingleRecords(origin.exporter, known)) return decodeSingly(origin, known, set);
  return decodeBatch(origin, known, set);
}

/** Reads the records of one data set, flows or options. Returns a result for `decodeRecordCount`. */
export function readDataSet(
  origin: RecordSource & { readonly header: DatagramHeader },
  known: KnownTemplate,
  set: DataSetSpan,
): number {
  const { exporter, domain, header } = origin;
  exporter.stampReceived(header.receivedMs);
  known.bytes += set.end - set.at;
  known.lastMs = header.receivedMs;
  const result =
    known.template.scopes > 0
      ? readOptions({ exporter, domain }, known.template, set)
      : readFlowRecords(origin, known, set);
  known.records += decodeRecordCount(result).records;
  return result;
}

/** Reads the flow records of a set. Bytes without an announced sampling rate are counted apart from the others. */
function readFlowRecords(
  origin: RecordSource & { readonly header: DatagramHeader },
  known: KnownTemplate,
  set: DataSetSpan,
): number {
  const { exporter, domain, header } = origin;
  prepareContext(exporter, domain, header);
  const isUnannounced = !known.statesSampling && !domain.announcesSampling;
  if (isUnannounced) domain.volumes.endAnnounced();
  const result = decodeRecords(origin, known, set);
  if (isUnannounced) domain.volumes.endUnannounced();
  domain.timesReplaced += context.timesReplaced;
  context.timesReplaced = 0;
  return result;
}
