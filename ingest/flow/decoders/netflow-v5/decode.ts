import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import { adjustClock, type Exporter } from '../../exporter/exporter.ts';
import { finishRow } from '../../rows/finish-row.ts';
import type { Domain } from '../../exporter/domain.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { TWO_32 } from '#schemas/number.ts';

const HEADER_BYTES = 24;
const RECORD_BYTES = 48;
const { offset } = layoutOf(flows);

interface Record {
  readonly view: DataView;
  readonly at: number;
}

interface Target {
  readonly out: DataView;
  readonly row: number;
}

function writeAddress({ out, row }: Target, column: number, address: number): void {
  out.setUint16(row + column + 10, 0xffff);
  out.setUint32(row + column + 12, address);
}

function writeQuantity({ out, row }: Target, column: number, value: number): void {
  // The store truncates modulo 2^32 (ECMA-262, SetValueInBuffer).
  out.setUint32(row + column, value, true);
  out.setUint32(row + column + 4, value / TWO_32, true);
}

function writeEnds({ view, at }: Record, target: Target, exporter: Exporter): void {
  const { out, row } = target;
  const { sites } = exporter.attribution;
  const { byIndex } = exporter.interfaces;
  const source = view.getUint32(at);
  const destination = view.getUint32(at + 4);
  writeAddress(target, offset.source, source);
  writeAddress(target, offset.destination, destination);
  writeAddress(target, offset.next_hop, view.getUint32(at + 8));
  out.setUint32(row + offset.source_site, sites.ofV4(source), true);
  out.setUint32(row + offset.destination_site, sites.ofV4(destination), true);
  const inIndex = view.getUint16(at + 12);
  const outIndex = view.getUint16(at + 14);
  out.setUint32(row + offset.in_index, inIndex, true);
  out.setUint32(row + offset.out_index, outIndex, true);
  out.setUint32(row + offset.in_interface, byIndex.get(inIndex) ?? 0, true);
  out.setUint32(row + offset.out_interface, byIndex.get(outIndex) ?? 0, true);
}

function writeKeys({ view, at }: Record, { out, row }: Target): void {
  out.setUint16(row + offset.source_port, view.getUint16(at + 32), true);
  out.setUint16(row + offset.destination_port, view.getUint16(at + 34), true);
  out.setUint16(row + offset.tcp_flags, view.getUint8(at + 37), true);
  out.setUint8(row + offset.protocol, view.getUint8(at + 38));
  out.setUint8(row + offset.dscp, view.getUint8(at + 39) >> 2);
  out.setUint32(row + offset.source_as, view.getUint16(at + 40), true);
  out.setUint32(row + offset.destination_as, view.getUint16(at + 42), true);
}

/** An uptime after the export was taken before the 32-bit counter wrapped (49.7 days). */
const unwrapped = (uptime: number, exportUptime: number): number =>
  uptime > exportUptime + TWO_32 / 2 ? uptime - TWO_32 : uptime;

/** Writes the times of a flow. Implausible ones are replaced by the export time; the flow keeps its duration. */
function writeTimes(
  { view, at }: Record,
  target: Target,
  { bootMs, uptime, sentMs, domain }: { bootMs: number; uptime: number; sentMs: number; domain: Domain },
): void {
  const first = bootMs + unwrapped(view.getUint32(at + 24), uptime);
  const last = bootMs + unwrapped(view.getUint32(at + 28), uptime);
  const plausibleLast = Math.abs(last - sentMs) < DAY_MS ? last : sentMs;
  if (plausibleLast !== last) domain.timesReplaced += 1;
  writeQuantity(target, offset.last, plausibleLast);
  const duration = last - first;
  writeQuantity(
    target,
    offset.first,
    duration >= 0 && duration < DAY_MS ? plausibleLast - duration : plausibleLast,
  );
}

/**
 * Decodes NetFlow v5 (Cisco "NetFlow Export Datagram Formats", tables B-3 and B-4). Engine type and id serve as the
 * domain. Returns the rejection reason, undefined if the datagram was decoded.
 */
export function decodeNetflowV5(
  exporter: Exporter,
  view: DataView,
  receivedMs: number,
): RejectionReason | undefined {
  if (view.byteLength < HEADER_BYTES) return 'datagram too short';
  const count = view.getUint16(2);
  if (HEADER_BYTES + count * RECORD_BYTES > view.byteLength) return 'length wrong';
  const entry = exporter.domain(5, view.getUint16(20), receivedMs);
  if (entry === undefined) return 'too many domains';
  const uptime = view.getUint32(4);
  const exportMs = view.getUint32(8) * 1000 + Math.floor(view.getUint32(12) / 1_000_000);
  // The upper two bits are the mode, the others the interval.
  const sampling = view.getUint16(22) & 0x3f_ff || 1;
  const { traffic, domain } = entry;
  traffic.packets += 1;
  traffic.bytes += view.byteLength;
  traffic.records += count;
  domain.sequence.record(view.getUint32(16), count, receivedMs);
  const shiftMs = adjustClock(traffic, exportMs, receivedMs);
  const bootMs = exportMs - uptime + shiftMs;
  const { sink } = exporter.attribution;
  const origin = { exporter, domain };
  exporter.stampReceived(receivedMs);
  for (let index = 0; index < count; index += 1) {
    const record = { view, at: HEADER_BYTES + index * RECORD_BYTES };
    const target = { out: sink.view, row: sink.reserve(exporter.constant) };
    writeEnds(record, target, exporter);
    writeKeys(record, target);
    target.out.setUint32(target.row + offset.sampling, sampling, true);
    writeQuantity(target, offset.packets, view.getUint32(record.at + 16) * sampling);
    writeQuantity(target, offset.bytes, view.getUint32(record.at + 20) * sampling);
    writeTimes(record, target, { bootMs, uptime, sentMs: exportMs + shiftMs, domain });
    finishRow(target, origin, { buffer: sink });
  }
  return undefined;
}
