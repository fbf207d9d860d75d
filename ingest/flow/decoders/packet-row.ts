import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { siteAt } from '../attribution/site-at.ts';
import type { Exporter } from '../exporter/exporter.ts';
import { packetSection } from '../template/packet-section.ts';
import { ETHERNET, IPV4, IPV6 } from './sflow/link-header.ts';
import { emptyPacket, readPacket } from './sflow/packet.ts';
import { writeQuantity, type RowTarget } from './sflow/row-target.ts';

const { offset } = layoutOf(flows);
/** Length limit of a packet whose frame length is not exported. */
const MAX_IP_BYTES = 65_575;
const packet = emptyPacket();
const target: RowTarget = {
  out: packet.view,
  row: 0,
  ipBytes: 0,
  hasPayload: false,
  isSegmentRouted: false,
  tunnels: 'outer',
  isDetailed: false,
  isUserKnown: false,
};

/** How the section starts: with a frame, or with an IP header of the version in its first four bits. */
function protocolOf(view: DataView): number {
  if (packetSection.isFrame) return ETHERNET;
  return view.getUint8(packetSection.at) >> 4 === 6 ? IPV6 : IPV4;
}

const isZero = (out: DataView, at: number): boolean =>
  out.getUint32(at, true) === 0 && out.getUint32(at + 4, true) === 0;

/** Whether the row has bytes or packets. */
const isCounted = (out: DataView, row: number): boolean =>
  !isZero(out, row + offset.bytes) || !isZero(out, row + offset.packets);

/**
 * Reads the start of a packet in the record packed last (IPFIX 313, 315) into its row, as sFlow's sampled headers: one
 * packet of its IP length times the sampling rate, unless the record has counts of its own. Returns false if there is no
 * IP packet and the record counts nothing else.
 */
export function readPacketSection(
  { out, row }: Pick<RowTarget, 'out' | 'row'>,
  view: DataView,
  { attribution }: Exporter,
): boolean {
  if (packetSection.length === 0) return true;
  target.out = out;
  target.row = row;
  target.ipBytes = 0;
  target.tunnels = attribution.tunnels;
  packet.view = view;
  packet.at = packetSection.at;
  packet.end = packetSection.at + packetSection.length;
  const bytes = packetSection.frameBytes || MAX_IP_BYTES;
  readPacket(packet, { protocol: protocolOf(view), bytes, stripped: 0 }, target);
  const { sites } = attribution;
  out.setUint32(row + offset.source_site, siteAt(sites, out, row + offset.source), true);
  out.setUint32(row + offset.destination_site, siteAt(sites, out, row + offset.destination), true);
  if (isCounted(out, row)) return true;
  if (target.ipBytes === 0) return false;
  const rate = Math.max(1, out.getUint32(row + offset.sampling, true));
  writeQuantity(target, offset.packets, rate);
  writeQuantity(target, offset.bytes, target.ipBytes * rate);
  return true;
}
