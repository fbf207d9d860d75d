import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { ROW_BYTES } from '../row-sink.ts';
import type { RowsMessage } from '../rows-message.ts';

const { offset } = layoutOf(flows);
const codec = codecOf(flows);
const columns = Object.keys(flows.columns) as (keyof typeof flows.columns)[];
const V4_MAPPED = '00000000000000000000ffff';

/** `192.0.2.1`, or the 32 digits of an address of IPv6. */
function addressText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.startsWith(V4_MAPPED) ? bytes.subarray(12).join('.') : hex;
}

const cellText = (cell: unknown): string => (cell instanceof Uint8Array ? addressText(cell) : String(cell));

/** First line of a file of decoded flows. */
export const flowLinesHead = `${columns.join(',')}\n`;

/** Rows of a site that a device sent (elements): a device may serve sites of several customers. */
export interface RowsOf {
  readonly device: number;
  readonly site: number;
}

/** Some rows of a message as lines of CSV, in the order of the columns of `flows`. */
export function flowLines({ bytes, rows }: RowsMessage, { device, site }: RowsOf): string {
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

/** Devices that have rows in a message. */
export function devicesIn({ bytes, rows }: RowsMessage): ReadonlySet<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const devices = new Set<number>();
  for (let row = 0; row < rows; row += 1)
    devices.add(view.getUint32(row * ROW_BYTES + offset.exporter, true));
  return devices;
}
