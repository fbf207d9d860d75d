import { adjustClock, type Exporter } from '../../exporter/exporter.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import { countError, readSets, type SetRules } from '../sets.ts';
import { readOptionsTemplateV9, readTemplateV9 } from '../templates.ts';

const HEADER_BYTES = 20;

const rules: SetRules = {
  templates: 0,
  optionsTemplates: 1,
  readTemplate: readTemplateV9,
  readOptionsTemplate: readOptionsTemplateV9,
  allowsWithdrawal: false,
};

/** Decodes NetFlow v9 (RFC 3954). Returns the rejection reason, undefined if the datagram was decoded. */
export function decodeNetflowV9(
  exporter: Exporter,
  view: DataView,
  receivedMs: number,
): RejectionReason | undefined {
  if (view.byteLength < HEADER_BYTES) return 'datagram too short';
  const entry = exporter.domain(9, view.getUint32(16), receivedMs);
  if (entry === undefined) return 'too many domains';
  const uptimeMs = view.getUint32(4);
  const exportMs = view.getUint32(8) * 1000;
  const { traffic, domain } = entry;
  const shiftMs = adjustClock(traffic, exportMs, receivedMs);
  const header = { exportMs, uptimeMs, bootMs: exportMs - uptimeMs, receivedMs, shiftMs };
  traffic.packets += 1;
  traffic.bytes += view.byteLength;
  const order = domain.restarts.observe({ sequence: view.getUint32(12), exportMs, uptimeMs }, receivedMs);
  if (order === 'restart') exporter.restart(domain);
  else if (order === 'stale') {
    countError(entry, 'sent before restart');
    return undefined;
  }
  // The sequence counts datagrams (RFC 3954 §5.1).
  domain.sequence.record(view.getUint32(12), 1);
  if (view.byteLength - HEADER_BYTES < 4) countError(entry, 'datagram too short');
  readSets({ exporter, entry, header, view }, rules, HEADER_BYTES);
  return undefined;
}
