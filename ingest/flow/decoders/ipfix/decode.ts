import { adjustClock, type Exporter } from '../../exporter/exporter.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import { countError, readSets, type SetRules } from '../sets.ts';
import { readOptionsTemplateIpfix, readTemplateIpfix } from '../templates.ts';

const HEADER_BYTES = 16;

const rules: SetRules = {
  templates: 2,
  optionsTemplates: 3,
  readTemplate: readTemplateIpfix,
  readOptionsTemplate: readOptionsTemplateIpfix,
  allowsWithdrawal: true,
};

/**
 * Decodes IPFIX (RFC 7011) over UDP, one message per datagram. Returns the rejection reason, undefined if it was
 * decoded.
 */
export function decodeIpfix(
  exporter: Exporter,
  view: DataView,
  receivedMs: number,
): RejectionReason | undefined {
  if (view.byteLength < HEADER_BYTES) return 'datagram too short';
  const length = view.getUint16(2);
  if (length < HEADER_BYTES || length > view.byteLength) return 'length wrong';
  const entry = exporter.domain(10, view.getUint32(12), receivedMs);
  if (entry === undefined) return 'too many domains';
  const exportMs = view.getUint32(4) * 1000;
  const { traffic, domain } = entry;
  const shiftMs = adjustClock(traffic, exportMs, receivedMs);
  const header = { exportMs, uptimeMs: 0, bootMs: Number.NaN, receivedMs, shiftMs };
  traffic.packets += 1;
  traffic.bytes += view.byteLength;
  const order = domain.restarts.observe(
    { sequence: view.getUint32(8), exportMs, uptimeMs: null },
    receivedMs,
  );
  if (order === 'restart') exporter.restart(domain);
  else if (order === 'stale') {
    countError(entry, 'sent before restart');
    return undefined;
  }
  const message = length === view.byteLength ? view : new DataView(view.buffer, view.byteOffset, length);
  const sequence = view.getUint32(8);
  const waitedBefore = domain.pendingTotal;
  const records = readSets({ exporter, entry, header, view: message }, rules, HEADER_BYTES);
  // The sequence counts data records (§3.1): it is unusable while records of unknown templates cannot be counted.
  if (domain.pendingTotal === waitedBefore) domain.sequence.record(sequence, records, receivedMs);
  else domain.sequence.reset();
  return undefined;
}
