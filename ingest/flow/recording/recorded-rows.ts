import { detailedFlows, flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { Table } from '#schemas/table/table.ts';
import type { RowsMessage } from '../rows/rows-message.ts';

const { offset } = layoutOf(flows);
const rowBytesOf = new Map([flows, detailedFlows].map((table) => [table as Table, layoutOf(table).rowBytes]));

/** The table of a message of flows. */
export const tableOf = ({ table }: RowsMessage): typeof flows | typeof detailedFlows =>
  table === detailedFlows ? detailedFlows : flows;

/** Neighbouring rows of one device and site, in the order in which they were received. */
export interface RowRun {
  readonly device: number;
  readonly site: number;
  /** When the first and the last were received, milliseconds since 1970. */
  readonly receivedMs: number;
  readonly lastMs: number;
  readonly bytes: Uint8Array;
}

const HIGH = 2 ** 32;
const receivedAt = (view: DataView, row: number): number =>
  view.getUint32(row + offset.received, true) + view.getUint32(row + offset.received + 4, true) * HIGH;

/** A reader of the file decodes a run at once. */
const MAX_RUN_BYTES = 32_768;

/**
 * Rows of these sites in a message, as runs of neighbours: those of one exporter, whichever of its datagrams they are of. The bytes are those of the message.
 * Reads two cells of a row and makes nothing of the others.
 */
export function* runsOf(message: RowsMessage, sites: Pick<ReadonlySet<number>, 'has'>): Generator<RowRun> {
  const { bytes } = message;
  const rowBytes = rowBytesOf.get(tableOf(message)) ?? 0;
  const end = message.rows * rowBytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let from = 0, at = rowBytes; from < end; at += rowBytes) {
    const device = view.getUint32(from + offset.exporter, true);
    const site = view.getUint32(from + offset.site, true);
    const most = Math.min(end, from + MAX_RUN_BYTES);
    while (
      at < most &&
      view.getUint32(at + offset.exporter, true) === device &&
      view.getUint32(at + offset.site, true) === site
    )
      at += rowBytes;
    if (sites.has(site)) {
      const [receivedMs, lastMs] = [receivedAt(view, from), receivedAt(view, at - rowBytes)];
      yield { device, site, receivedMs, lastMs, bytes: bytes.subarray(from, at) };
    }
    from = at;
  }
}

/** The rows of a run that were received at a time or later; undefined: none. */
export function rowsSince(run: RowRun, table: Table, sinceMs: number): RowRun | undefined {
  if (run.receivedMs >= sinceMs) return run;
  const rowBytes = rowBytesOf.get(table) ?? 1;
  const { bytes } = run;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let row = rowBytes; row < bytes.length; row += rowBytes) {
    const receivedMs = receivedAt(view, row);
    if (receivedMs >= sinceMs) return { ...run, receivedMs, bytes: bytes.subarray(row) };
  }
  return undefined;
}
