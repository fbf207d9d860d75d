import { canonicalAddress } from '../address/address.ts';

/** A cell of a decoded flow as text or number. Counters above 2^53 are texts. */
export type RowCell = string | number;

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** An address in text form (RFC 5952), IPv4 where it is mapped; empty when not exported. */
export function rowAddress(bytes: Uint8Array): string {
  if (isZero(bytes)) return '';
  const isV4 = isZero(bytes.subarray(0, 10)) && bytes[10] === 0xff && bytes[11] === 0xff;
  if (isV4) return bytes.subarray(12).join('.');
  const groups = hex(bytes).match(/.{4}/g) ?? [];
  return canonicalAddress(groups.join(':')) ?? '';
}

const counter = (value: bigint): RowCell =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);

type Read = (bytes: Uint8Array, view: DataView, at: number) => RowCell;

/** Reads a cell of each kind of column that flows have. */
export const cellReaders = {
  u8: (_, view, at) => view.getUint8(at),
  u16: (_, view, at) => view.getUint16(at, true),
  u32: (_, view, at) => view.getUint32(at, true),
  u64: (_, view, at) => counter(view.getBigUint64(at, true)),
  millis: (_, view, at) => {
    const ms = Number(view.getBigInt64(at, true));
    return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : '';
  },
  ipv6: rowAddress,
  fixed: (bytes) => (isZero(bytes) ? '' : hex(bytes)),
} as const satisfies Record<string, Read>;
export type RowKind = keyof typeof cellReaders;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Cells of fixed bytes that have a meaning of their own. */
export const namedCells: Readonly<Record<string, (bytes: Uint8Array) => RowCell>> = {
  /** Numbers of an AS path, separated by blanks. */
  as_path(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const numbers = Array.from({ length: bytes.length >> 2 }, (_, at) => view.getUint32(at * 4, true));
    return numbers.filter((number) => number !== 0).join(' ');
  },
  /** A name from a device. */
  user: (bytes) => utf8.decode(bytes).replaceAll(/\p{Cc}/gu, ''),
};
