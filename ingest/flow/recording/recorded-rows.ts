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
const nothing = { device: -1, site: -1, received: -1, from: 0, isRecorded: false };

/**
 * Rows of these sites in a message, as runs of neighbours: those of a datagram are together. The bytes are those of the message.
 * Reads three cells of a row and makes nothing of the others.
 */
export function* runsOf(message: RowsMessage, sites: Pick<ReadonlySet<number>, 'has'>): Generator<RowRun> {
  const { bytes, rows } = message;
  const rowBytes = rowBytesOf.get(tableOf(message)) ?? 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const timeAt = (at: number): number =>
    view.getUint32(at + offset.received, true) + view.getUint32(at + offset.received + 4, true) * HIGH;
  let run = nothing;
  for (let row = 0; row <= rows; row += 1) {
    const at = row * rowBytes;
    const isEnd = row === rows;
    const device = isEnd ? -1 : view.getUint32(at + offset.exporter, true);
    const site = isEnd ? -1 : view.getUint32(at + offset.site, true);
    const received = isEnd ? -1 : view.getUint32(at + offset.received, true);
    if (!isEnd && device === run.device && site === run.site && received === run.received) continue;
    if (run.isRecorded) {
      const receivedMs = timeAt(run.from);
      yield { device: run.device, site: run.site, receivedMs, bytes: bytes.subarray(run.from, at) };
    }
    run = { device, site, received, from: at, isRecorded: !isEnd && sites.has(site) };
  }
}
