import { codecOf } from '#schemas/table/codec.ts';
import { detailedFlows, flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { bytesText } from '../attribution/address.ts';
import type { RowsMessage } from '../rows/rows-message.ts';

const { offset } = layoutOf(flows);
const plain = { rowBytes: layoutOf(flows).rowBytes, codec: codecOf(flows) };
const detailed = { rowBytes: layoutOf(detailedFlows).rowBytes, codec: codecOf(detailedFlows) };
const columns = Object.keys(detailedFlows.columns) as (keyof typeof detailedFlows.columns)[];
const utf8 = new TextDecoder();

const layoutOfMessage = ({ table }: RowsMessage) => (table === detailedFlows ? detailed : plain);

/** Numbers of an AS path, separated by blanks. */
function pathText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
  return numbers.filter((number) => number !== 0).join(' ');
}

/** A name from a device as one quoted CSV field (RFC 4180 §2). */
const nameText = (bytes: Uint8Array): string =>
  `"${utf8
    .decode(bytes)
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll('"', '""')}"`;

const textOf: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  as_path: pathText,
  user: nameText,
  client_mac: (bytes) => Buffer.from(bytes).toString('hex'),
};

/** Empty for a column that the row does not have. */
const cellText = (cell: Uint8Array | number | bigint | '', column: string): string =>
  cell instanceof Uint8Array ? (textOf[column] ?? bytesText)(cell) : String(cell);

/** A row of either layout. */
type Cells = Readonly<Partial<Record<(typeof columns)[number], Uint8Array | number | bigint>>>;

/** Header line of a CSV file of decoded flows. */
export const flowLinesHead = `${columns.join(',')}\n`;

/** Selects rows by device and site: a device may serve sites of several customers. */
export interface RowFilter {
  readonly device: number;
  readonly site: number;
}

/** Selected rows of a message as CSV lines, in the column order of `detailedFlows`. */
export function flowLines(message: RowsMessage, { device, site }: RowFilter): string {
  const { bytes, rows } = message;
  const { rowBytes, codec } = layoutOfMessage(message);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let lines = '';
  for (let row = 0; row < rows; row += 1) {
    const at = row * rowBytes;
    if (view.getUint32(at + offset.exporter, true) !== device) continue;
    if (view.getUint32(at + offset.site, true) !== site) continue;
    const [cells]: readonly Cells[] = codec.decode(bytes.subarray(at, at + rowBytes));
    if (cells !== undefined)
      lines += `${columns.map((column) => cellText(cells[column] ?? '', column)).join(',')}\n`;
  }
  return lines;
}

/** Devices with rows in a message. */
export function devicesIn(message: RowsMessage): ReadonlySet<number> {
  const { bytes, rows } = message;
  const { rowBytes } = layoutOfMessage(message);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const devices = new Set<number>();
  for (let row = 0; row < rows; row += 1) devices.add(view.getUint32(row * rowBytes + offset.exporter, true));
  return devices;
}
