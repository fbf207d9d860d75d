import type { ColumnType, Kind } from './column.ts';
import type { Columns, RowOf, Table } from './table.ts';

export interface Codec<Row> {
  /** Rows as RowBinary, ready for INSERT … FORMAT RowBinary. */
  readonly encode: (rows: readonly Row[]) => Uint8Array;
  /** The rows of a RowBinary body. Throws a RangeError naming the table when the bytes end within a row. */
  readonly decode: (bytes: Uint8Array) => Row[];
}

/** A growing buffer. */
export class Output {
  bytes = new Uint8Array(16_384);
  view = new DataView(this.bytes.buffer);
  /** Offset of the next byte. */
  at = 0;

  /** Ensures space for `bytes` more; may replace `bytes` and `view`. */
  room(bytes: number): void {
    if (this.at + bytes <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.at + bytes));
    grown.set(this.bytes.subarray(0, this.at));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}

export interface Input {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Offset of the next byte. */
  at: number;
}

const utf8 = new TextEncoder();
const utf8Text = new TextDecoder('utf-8', { ignoreBOM: true });

/** Lengths are unsigned LEB128: seven bits per byte, the lowest first. */
function writeLength(out: Output, length: number): void {
  let remaining = length;
  while (remaining > 0x7f) {
    out.bytes[out.at++] = (remaining & 0x7f) | 0x80;
    remaining >>>= 7;
  }
  out.bytes[out.at++] = remaining;
}

function readLength(input: Input): number {
  let length = 0;
  for (let shift = 0; shift <= 28; shift += 7) {
    const byte = input.bytes[input.at++];
    if (byte === undefined) throw new RangeError('length ends early');
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) return length >>> 0;
  }
  throw new RangeError('length is too large');
}

const LENGTH_BYTES = 5;
const SEVEN_BITS = 7;
/** Upper bound: UTF-8 needs at most three bytes per UTF-16 unit. */
const maxTextBytes = (text: string): number => text.length * 3 + LENGTH_BYTES;

/** Number of bytes that `writeLength` writes. */
function lengthBytes(length: number): number {
  let bytes = 1;
  for (let remaining = length >>> SEVEN_BITS; remaining > 0; remaining >>>= SEVEN_BITS) bytes += 1;
  return bytes;
}

/** Nearly all texts are ASCII: the text is written at its final position after a length of that size, and moved otherwise. */
function writeText(out: Output, text: string): void {
  out.room(maxTextBytes(text));
  const from = out.at + lengthBytes(text.length);
  const { written } = utf8.encodeInto(text, out.bytes.subarray(from));
  const to = out.at + lengthBytes(written);
  if (to !== from) out.bytes.copyWithin(to, from, from + written);
  writeLength(out, written);
  out.at += written;
}

function readText(input: Input): string {
  const length = readLength(input);
  if (input.at + length > input.bytes.length) throw new RangeError('text ends early');
  const text = utf8Text.decode(input.bytes.subarray(input.at, input.at + length));
  input.at += length;
  return text;
}

function writeBytes(out: Output, value: Uint8Array, width: number): void {
  if (value.length !== width)
    throw new RangeError(`expected ${String(width)} bytes, got ${String(value.length)}`);
  out.bytes.set(value, out.at);
  out.at += width;
}

function readBytes(input: Input, width: number): Uint8Array {
  if (input.at + width > input.bytes.length) throw new RangeError('bytes end early');
  input.at += width;
  return input.bytes.slice(input.at - width, input.at);
}

type Counts = ReadonlyMap<string, bigint>;
const COUNT_BYTES = 8;

function writeCounts(out: Output, values: Counts): void {
  writeLength(out, values.size);
  for (const [name, count] of values) {
    writeText(out, name);
    out.view.setBigUint64(out.at, count, true);
    out.at += COUNT_BYTES;
  }
}

function readCounts(input: Input): Counts {
  const size = readLength(input);
  // An entry has at least nine bytes: a forged size ends here instead of in memory.
  if (size * (COUNT_BYTES + 1) > input.bytes.length - input.at) throw new RangeError('counts end early');
  const values = new Map<string, bigint>();
  for (let entry = 0; entry < size; entry += 1) {
    const name = readText(input);
    values.set(name, input.view.getBigUint64(input.at, true));
    input.at += COUNT_BYTES;
  }
  return values;
}

/** ClickHouse keeps a UUID as two little-endian 64-bit halves. */
function writeUuid(out: Output, text: string): void {
  const hex = text.replaceAll('-', '');
  out.view.setBigUint64(out.at, BigInt(`0x${hex.slice(0, 16)}`), true);
  out.view.setBigUint64(out.at + 8, BigInt(`0x${hex.slice(16)}`), true);
  out.at += 16;
}

function readUuid(input: Input): string {
  const half = (at: number): string => input.view.getBigUint64(at, true).toString(16).padStart(16, '0');
  const hex = half(input.at) + half(input.at + 8);
  input.at += 16;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Source text that writes and reads each kind: `out`/`input`, the cell expression, and the width of the column. */
const SOURCE: Readonly<Record<Kind, { readonly write: string; readonly read: string }>> = {
  bool: {
    write: 'out.bytes[out.at] = CELL ? 1 : 0; out.at += 1;',
    read: 'input.view.getUint8((input.at += 1) - 1) !== 0',
  },
  u8: {
    write: 'out.view.setUint8(out.at, CELL); out.at += 1;',
    read: 'input.view.getUint8((input.at += 1) - 1)',
  },
  u16: {
    write: 'out.view.setUint16(out.at, CELL, true); out.at += 2;',
    read: 'input.view.getUint16((input.at += 2) - 2, true)',
  },
  u32: {
    write: 'out.view.setUint32(out.at, CELL, true); out.at += 4;',
    read: 'input.view.getUint32((input.at += 4) - 4, true)',
  },
  u64: {
    write: 'out.view.setBigUint64(out.at, CELL, true); out.at += 8;',
    read: 'input.view.getBigUint64((input.at += 8) - 8, true)',
  },
  i32: {
    write: 'out.view.setInt32(out.at, CELL, true); out.at += 4;',
    read: 'input.view.getInt32((input.at += 4) - 4, true)',
  },
  i64: {
    write: 'out.view.setBigInt64(out.at, CELL, true); out.at += 8;',
    read: 'input.view.getBigInt64((input.at += 8) - 8, true)',
  },
  f64: {
    write: 'out.view.setFloat64(out.at, CELL, true); out.at += 8;',
    read: 'input.view.getFloat64((input.at += 8) - 8, true)',
  },
  seconds: {
    write: 'out.view.setUint32(out.at, CELL, true); out.at += 4;',
    read: 'input.view.getUint32((input.at += 4) - 4, true)',
  },
  millis: {
    write: 'out.view.setBigInt64(out.at, BigInt(CELL), true); out.at += 8;',
    read: 'Number(input.view.getBigInt64((input.at += 8) - 8, true))',
  },
  ipv6: { write: 'writeBytes(out, CELL, 16);', read: 'readBytes(input, 16)' },
  fixed: { write: 'writeBytes(out, CELL, WIDTH);', read: 'readBytes(input, WIDTH)' },
  uuid: { write: 'writeUuid(out, CELL);', read: 'readUuid(input)' },
  string: { write: 'writeText(out, CELL);', read: 'readText(input)' },
  counts: { write: 'writeCounts(out, CELL);', read: 'readCounts(input)' },
};

const TOOLS = { writeText, readText, writeCounts, readCounts, writeBytes, readBytes, writeUuid, readUuid };

const MAX_FIXED_WIDTH = 16;
/** A nullable column has no fixed width; that of its value is in its type. A text reserves its own space. */
const widthOf = ({ width, sql }: ColumnType<unknown>): number =>
  width ?? Number(/FixedString\((\d+)\)/.exec(sql)?.[1] ?? MAX_FIXED_WIDTH);

const fill = (source: string, name: string, column: ColumnType<unknown>): string =>
  source.replaceAll('CELL', `row.${name}`).replaceAll('WIDTH', String(widthOf(column)));

function writeSource([name, column]: readonly [string, ColumnType<unknown>]): string {
  const write = fill(SOURCE[column.kind].write, name, column);
  // RowBinary writes one byte before a Nullable cell: 1 for NULL (without a value), 0 before the value.
  return column.nullable
    ? `if (row.${name} === null) out.bytes[out.at++] = 1; else { out.bytes[out.at++] = 0; ${write} }`
    : write;
}

function readSource([name, column]: readonly [string, ColumnType<unknown>]): string {
  const read = fill(SOURCE[column.kind].read, name, column);
  return `${name}: ${column.nullable ? `(input.view.getUint8(input.at++) === 1 ? null : ${read})` : read}`;
}

/** One function per table, compiled once from its column list, without look-ups per cell. Node only (needs `new Function`). */
function compile(argument: 'out, row' | 'input', body: string): unknown {
  // oxlint-disable-next-line typescript/no-implied-eval -- built from the constants above and column names; no input reaches it
  const make = new Function(...Object.keys(TOOLS), `return (${argument}) => { ${body} };`);
  return make(...Object.values(TOOLS));
}

/** The compiled RowBinary encoder and decoder of a table. */
export function codecOf<C extends Columns>(definition: Table<C>): Codec<RowOf<C>> {
  const columns = Object.entries(definition.columns);
  const fixedBytes = columns.reduce((sum, [, column]) => sum + widthOf(column) + 1, 0);
  const writeRow = compile('out, row', columns.map(writeSource).join('\n')) as (
    out: Output,
    row: RowOf<C>,
  ) => void;
  const readRow = compile('input', `return { ${columns.map(readSource).join(', ')} };`) as (
    input: Input,
  ) => RowOf<C>;
  return {
    encode(rows) {
      const out = new Output();
      for (const row of rows) {
        out.room(fixedBytes + maxVariableBytes(columns, row));
        writeRow(out, row);
      }
      return out.bytes.subarray(0, out.at);
    },
    decode(bytes) {
      const input: Input = {
        bytes,
        view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        at: 0,
      };
      const rows: RowOf<C>[] = [];
      try {
        while (input.at < bytes.length) rows.push(readRow(input));
      } catch (error) {
        throw new RangeError(`${definition.name}: row ${String(rows.length)} is not complete`, {
          cause: error,
        });
      }
      return rows;
    },
  };
}

function maxCellBytes(cell: unknown): number {
  if (typeof cell === 'string') return maxTextBytes(cell);
  if (!(cell instanceof Map)) return 0;
  const names = [...(cell as Counts).keys()];
  return names.reduce((bytes, name) => bytes + maxTextBytes(name) + COUNT_BYTES, LENGTH_BYTES);
}

/** Maximum bytes of the cells without fixed width: the fixed columns after them must still fit. */
function maxVariableBytes(
  columns: readonly (readonly [string, ColumnType<unknown>])[],
  row: Readonly<Record<string, unknown>>,
): number {
  let bytes = 0;
  for (const [name, { kind }] of columns)
    if (kind === 'string' || kind === 'counts') bytes += maxCellBytes(row[name]);
  return bytes;
}
