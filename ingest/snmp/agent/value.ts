import type { Varbind } from 'net-snmp';
import { octetText } from '#platform/text/octet-text.ts';

/** BER tags of SNMPv2c values (RFC 3416 §3). */
const tag = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  ipAddress: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  counter64: 0x46,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
} as const;

/** A decoded value. Unsupported types are `other`. */
export type SnmpValue =
  | { readonly type: 'integer' | 'counter32' | 'gauge32' | 'timeTicks'; readonly value: number }
  | { readonly type: 'counter64'; readonly value: bigint }
  /** `hex`: set if the bytes may be an IP address and are not printable. */
  | { readonly type: 'octets'; readonly value: string; readonly hex?: string }
  /** Dotted notation. */
  | { readonly type: 'oid' | 'ipAddress'; readonly value: string }
  /** The agent does not have the object, or nothing follows. */
  | { readonly type: 'absent' }
  | { readonly type: 'other' };

export const otherValue: SnmpValue = { type: 'other' };
export const absentValue: SnmpValue = { type: 'absent' };
const MAX_UINT32 = 0xff_ff_ff_ff;
/** Maximum length of a DisplayString (RFC 2579). */
const MAX_TEXT_BYTES = 255;

const unsigned32 = (type: 'counter32' | 'gauge32' | 'timeTicks', value: unknown): SnmpValue =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32
    ? { type, value }
    : otherValue;

/** A Counter64 arrives as the bytes of a BER integer: up to nine, with a leading 0 if the top bit is set. */
export function counter64(bytes: Buffer): SnmpValue {
  const { length } = bytes;
  if (length === 0 || length > 9 || (length === 9 && bytes[0] !== 0)) return otherValue;
  // Most values fit a number, which is much cheaper to read.
  if (length <= 6) return { type: 'counter64', value: BigInt(bytes.readUIntBE(0, length)) };
  if (length === 7) return { type: 'counter64', value: BigInt(`0x${bytes.toString('hex')}`) };
  return { type: 'counter64', value: bytes.readBigUInt64BE(length - 8) };
}

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;
/** Whether the bytes may be an IPv4 or IPv6 address (RFC 4001), which a text would corrupt. */
const isAddress = (bytes: Buffer): boolean =>
  (bytes.length === 4 || bytes.length === 16) && !bytes.every(isPrintable);

/** What PostgreSQL cannot store, and what changes the order in which a name is shown. */
const unshowable = /[\0\p{Bidi_Control}]+/gu;

export function octetsValue(bytes: Buffer): SnmpValue {
  if (bytes.length > MAX_TEXT_BYTES) return otherValue;
  const value = octetText(bytes).replaceAll(unshowable, '');
  return isAddress(bytes) ? { type: 'octets', value, hex: bytes.toString('hex') } : { type: 'octets', value };
}

const oid = (text: unknown): SnmpValue =>
  typeof text === 'string' && /^\d+(\.\d+)*$/.test(text) ? { type: 'oid', value: text } : otherValue;

const ofBytes =
  (read: (bytes: Buffer) => SnmpValue) =>
  (value: unknown): SnmpValue =>
    Buffer.isBuffer(value) ? read(value) : otherValue;

const readers: ReadonlyMap<number, (value: unknown) => SnmpValue> = new Map([
  [
    tag.integer,
    (value: unknown): SnmpValue =>
      typeof value === 'number' && Number.isInteger(value) ? { type: 'integer', value } : otherValue,
  ],
  [tag.counter32, (value: unknown) => unsigned32('counter32', value)],
  [tag.gauge32, (value: unknown) => unsigned32('gauge32', value)],
  [tag.timeTicks, (value: unknown) => unsigned32('timeTicks', value)],
  [tag.counter64, ofBytes(counter64)],
  [tag.octets, ofBytes(octetsValue)],
  [tag.oid, oid],
  [
    tag.ipAddress,
    (value: unknown): SnmpValue => (typeof value === 'string' ? { type: 'ipAddress', value } : otherValue),
  ],
  [tag.noSuchObject, () => absentValue],
  [tag.noSuchInstance, () => absentValue],
  [tag.endOfMibView, () => absentValue],
]);

/** Decodes the value of a variable binding. */
export const decodeValue = ({ type, value }: Pick<Varbind, 'type' | 'value'>): SnmpValue =>
  readers.get(type)?.(value) ?? otherValue;

/** Returns a 32-bit number, undefined for other types. */
export const numericValue = (value: SnmpValue | undefined): number | undefined =>
  value?.type === 'integer' || value?.type === 'gauge32' || value?.type === 'counter32'
    ? value.value
    : undefined;
