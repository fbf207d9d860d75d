import { detailedFlows, flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { RowsMessage } from '../rows/rows-message.ts';

const { offset } = layoutOf(flows);
const rowBytesOf = new Map(
  [flows, detailedFlows].map((table) => [table as unknown, layoutOf(table).rowBytes]),
);

/** The table of a message of flows. */
export const tableOf = ({ table }: RowsMessage): typeof flows | typeof detailedFlows =>
  table === detailedFlows ? detailedFlows : flows;

/** Neighbouring rows of one device and site that were received at the same time. */
export interface RowRun {
  readonly device: number;
  readonly site: number;
  /** Milliseconds since 1970. */
  readonly receivedMs: number;
  readonly bytes: Uint8Array;
}

const HIGH = 2 ** 32;
/** What the rows of a run have in common. The lower half of the time changes with every millisecond. */
const common = [offset.exporter, offset.site, offset.received];

/**
 * Rows of these sites in a message, as runs of neighbours: those of a datagram are together. The bytes are those of the message.
 * Reads three cells of a row and makes nothing of the others.
 */
export function* runsOf(message: RowsMessage, sites: Pick<ReadonlySet<number>, 'has'>): Generator<RowRun> {
  const { bytes } = message;
  const rowBytes = rowBytesOf.get(tableOf(message)) ?? 0;
  const end = message.rows * rowBytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const u32 = (at: number): number => view.getUint32(at, true);
  const isSame = (one: number, other: number): boolean =>
    common.every((cell) => u32(one + cell) === u32(other + cell));
  for (let from = 0, at = rowBytes; from < end; at += rowBytes) {
    if (at < end && isSame(from, at)) continue;
    const site = u32(from + offset.site);
    if (sites.has(site)) {
      const receivedMs = u32(from + offset.received) + u32(from + offset.received + 4) * HIGH;
      yield { device: u32(from + offset.exporter), site, receivedMs, bytes: bytes.subarray(from, at) };
    }
    from = at;
  }
}
