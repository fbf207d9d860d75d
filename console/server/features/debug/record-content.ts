import { BYTE_ORDER_MARK, csvLine } from '#schemas/csv/csv-text.ts';
import type { CsvDialect } from '#schemas/csv/csv-dialect.ts';
import { FlowFileReader } from '#schemas/debug/flow-file.ts';
import type { RecordFormat } from '#schemas/debug/routes.ts';

type Pieces = AsyncIterable<Uint8Array>;

/** Decoded flows as CSV, with the names of columns in the first line. */
async function* csvOf(pieces: Pieces, dialect: CsvDialect): AsyncGenerator<string> {
  const reader = new FlowFileReader();
  let isHeaded = false;
  for await (const piece of pieces) {
    const rows = reader.push(piece);
    const { columns } = reader;
    if (columns.length === 0) continue;
    const head = isHeaded ? '' : `${BYTE_ORDER_MARK}${csvLine(columns, dialect)}`;
    isHeaded = true;
    yield (
      head +
        rows
          .map((row) =>
            csvLine(
              columns.map((name) => row.get(name) ?? ''),
              dialect,
            ),
          )
          .join('')
    );
  }
}

/** The same as an array of JSON, one flow per line: a file that breaks off is no JSON. */
async function* jsonOf(pieces: Pieces): AsyncGenerator<string> {
  const reader = new FlowFileReader();
  let before = '[\n';
  for await (const piece of pieces) {
    const rows = reader.push(piece);
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(Object.fromEntries(row))).join(',\n');
    before = ',\n';
  }
  yield `${before === '[\n' ? '[' : ''}\n]\n`;
}

const FILE_HEAD_BYTES = 24;
const PACKET_HEAD_BYTES = 16;
/** Of a packet, as the head of the file states it. */
const MAX_PACKET_BYTES = 65_535;

interface CompletePackets {
  /** Where the last of them ends. */
  readonly end: number;
  /** What follows is no packet. */
  readonly isBroken: boolean;
}

function completePackets(bytes: Uint8Array, from: number): CompletePackets {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = from;
  while (end + PACKET_HEAD_BYTES <= bytes.length) {
    const length = view.getUint32(end + 8, true);
    if (length > MAX_PACKET_BYTES) return { end, isBroken: true };
    if (end + PACKET_HEAD_BYTES + length > bytes.length) break;
    end += PACKET_HEAD_BYTES + length;
  }
  return { end, isBroken: false };
}

/**
 * A capture without the packet at its end that is not complete: the collector was killed, its disk was full, or it was just writing.
 * Readers would reject it.
 */
async function* captureOf(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array = new Uint8Array();
  let from = FILE_HEAD_BYTES;
  for await (const piece of pieces) {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    if (waiting.length < from) continue;
    const { end, isBroken } = completePackets(waiting, from);
    if (end > 0) yield waiting.subarray(0, end);
    if (isBroken) return;
    waiting = waiting.subarray(end);
    from = 0;
  }
}

/** The content of a download, made of the pieces of a file as they are consumed. */
export function recordContent(
  pieces: Pieces,
  format: RecordFormat,
  dialect: CsvDialect,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'csv') return csvOf(pieces, dialect);
  return format === 'json' ? jsonOf(pieces) : captureOf(pieces);
}
