import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { readIp } from './ip-header.ts';
import { findIp, type PacketCursor } from './link-header.ts';
import { writePorts, type RowTarget } from './row-target.ts';
import { findInnerIp } from './tunnel.ts';

const { offset } = layoutOf(flows);
/** Maximum depth of nested tunnels. */
const MAX_TUNNELS = 4;

/** What is known of the whole packet whose start was sampled. */
export interface SampledPacket {
  /** `header_protocol` (sFlow version 5, "enum header_protocol"). */
  readonly protocol: number;
  /** Length of the frame. */
  readonly bytes: number;
  /** Octets that the device stripped (FCS). */
  readonly stripped: number;
}

export const emptyPacket = (): PacketCursor => ({
  view: new DataView(new ArrayBuffer(0)),
  at: 0,
  end: 0,
  vlan: 0,
  mplsLabel: 0,
});

/** Whether the packet inside counts. */
const countsInner = ({ hasPayload, isSegmentRouted, tunnels }: RowTarget): boolean =>
  hasPayload && (isSegmentRouted || tunnels === 'inner');

/** Replaces the row by the innermost packet that counts and that the sampled header contains. */
function readInner(packet: PacketCursor, target: RowTarget): void {
  const { out, row } = target;
  for (let depth = 0; depth < MAX_TUNNELS && countsInner(target); depth += 1) {
    const version = findInnerIp(packet, out.getUint8(row + offset.protocol));
    const { ipBytes } = target;
    const [ports, flags] = [out.getUint32(row + offset.source_port), out.getUint16(row + offset.tcp_flags)];
    writePorts(target, 0, 0);
    out.setUint16(row + offset.tcp_flags, 0);
    if (version !== 0 && readIp(packet, version, target)) continue;
    target.ipBytes = ipBytes;
    out.setUint32(row + offset.source_port, ports);
    out.setUint16(row + offset.tcp_flags, flags);
    return;
  }
}

/** Writes the VLAN and the top MPLS label of the frame, unless other records provide them. */
function writeLink({ vlan, mplsLabel }: PacketCursor, { out, row }: RowTarget): void {
  if (vlan !== 0) out.setUint16(row + offset.vlan, vlan, true);
  if (mplsLabel !== 0) out.setUint32(row + offset.mpls_label, mplsLabel, true);
}

/** Reads the start of a packet into the row and its IP length. Leaves the row as it is if the packet is not IP. */
export function readPacket(packet: PacketCursor, sampled: SampledPacket, target: RowTarget): void {
  const start = packet.at;
  packet.vlan = 0;
  packet.mplsLabel = 0;
  const version = findIp(packet, sampled.protocol);
  writeLink(packet, target);
  const linkBytes = packet.at - start;
  if (version === 0 || !readIp(packet, version, target)) return;
  readInner(packet, target);
  // Segmentation offload leaves a length of 0; a length that exceeds the frame is forged or faulty.
  if (target.ipBytes === 0 || target.ipBytes > sampled.bytes)
    target.ipBytes = Math.max(sampled.bytes - sampled.stripped - linkBytes, 0);
}
