import type { Exporter } from '../exporter/exporter.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import { decodeIpfix } from './ipfix/decode.ts';
import { decodeNetflowV5 } from './netflow-v5/decode.ts';
import { decodeNetflowV9 } from './netflow-v9/decode.ts';
import { decodeSflow } from './sflow/decode.ts';

/**
 * Decodes one datagram of a registered exporter into the exporter's sink. Returns the rejection reason, undefined if it
 * was decoded.
 */
export function decodeDatagram(
  exporter: Exporter,
  datagram: Uint8Array,
  receivedMs: number,
): RejectionReason | undefined {
  if (datagram.byteLength < 2) return 'datagram too short';
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  const version = view.getUint16(0);
  if (version === 9) return decodeNetflowV9(exporter, view, receivedMs);
  if (version === 10) return decodeIpfix(exporter, view, receivedMs);
  if (version === 5) return decodeNetflowV5(exporter, view, receivedMs);
  // The sFlow version has 32 bits, so the upper 16 are zero.
  if (version === 0) return decodeSflow(exporter, view, receivedMs);
  return 'version unknown';
}
