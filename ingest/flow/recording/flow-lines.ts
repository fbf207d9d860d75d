import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { ROW_BYTES } from '../rows/row-sink.ts';
import type { RowsMessage } from '../rows/rows-message.ts';

const { offset } = layoutOf(flows);
const codec = codecOf(flows);
const columns = Object.keys(flows.columns) as (keyof typeof flows.columns)[];
const V4_MAPPED = '00000000000000000000ffff';

/** `192.0.2.1`, or 32 hex digits for IPv6. */
function addressText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.startsWith(V4_MAPPED) ? bytes.subarray(12).join('.') : hex;
}

const cellText = (cell: unknown): string => (cell instanceof Uint8Array ? addressText(cell) : String(cell));

/** Header line of a CSV file of decoded flows. */
export const flowLinesHead = `${columns.join(',')}\n`;

/** Selects rows by device and site: a device may serve sites of several customers. */
export interface RowFilter {
  readonly device: number;
  readonly site: number;
}

/** Selected rows of a message as CSV lines, in the column order of `flows`. */
export function flowLines({ bytes, rows }: RowsMessage, { device, site }: RowFilter): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let lines = '';
  for (let row = 0; row < rows; row += 1) {
    const at = row * ROW_BYTES;
    if (view.getUint32(at + offset.exporter, true) !== device) continue;
    if (view.getUint32(at + offset.site, true) !== site) continue;
    const [cells] = codec.decode(bytes.subarray(at, at + ROW_BYTES));
    if (cells !== undefined) lines += `${columns.map((column) => cellText(cells[column])).join(',')}\n`;
  }
  return lines;
}

/** Devices with rows in a message. */
export function devicesIn({ bytes, rows }: RowsMessage): ReadonlySet<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const devices = new Set<number>();
  for (let row = 0; row < rows; row += 1)
    devices.add(view.getUint32(row * ROW_BYTES + offset.exporter, true));
  return devices;
}
