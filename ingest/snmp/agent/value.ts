import type { Varbind } from 'net-snmp';

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

const other: SnmpValue = { type: 'other' };
const MAX_UINT32 = 0xff_ff_ff_ff;
/** Maximum length of a DisplayString (RFC 2579). */
const MAX_TEXT_BYTES = 255;

const unsigned32 = (type: 'counter32' | 'gauge32' | 'timeTicks', value: unknown): SnmpValue =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32
    ? { type, value }
    : other;

/** A Counter64 arrives as the bytes of a BER integer: up to nine, with a leading 0 if the top bit is set. */
function counter64(bytes: unknown): SnmpValue {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0 || bytes.length > 9) return other;
  if (bytes.length === 9 && bytes[0] !== 0) return other;
  return { type: 'counter64', value: BigInt(`0x${bytes.toString('hex')}`) };
}

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;
/** Whether the bytes may be an IPv4 or IPv6 address (RFC 4001), which a text would corrupt. */
const isAddress = (bytes: Buffer): boolean =>
  (bytes.length === 4 || bytes.length === 16) && !bytes.every(isPrintable);

function octets(bytes: unknown): SnmpValue {
  if (!Buffer.isBuffer(bytes) || bytes.length > MAX_TEXT_BYTES) return other;
  const value = bytes.toString('utf8').replaceAll('\0', '');
  return isAddress(bytes) ? { type: 'octets', value, hex: bytes.toString('hex') } : { type: 'octets', value };
}

const oid = (text: unknown): SnmpValue =>
  typeof text === 'string' && /^\d+(\.\d+)*$/.test(text) ? { type: 'oid', value: text } : other;

const absent: SnmpValue = { type: 'absent' };

const readers: ReadonlyMap<number, (value: unknown) => SnmpValue> = new Map([
  [
    tag.integer,
    (value: unknown): SnmpValue =>
      typeof value === 'number' && Number.isInteger(value) ? { type: 'integer', value } : other,
  ],
  [tag.counter32, (value: unknown) => unsigned32('counter32', value)],
  [tag.gauge32, (value: unknown) => unsigned32('gauge32', value)],
  [tag.timeTicks, (value: unknown) => unsigned32('timeTicks', value)],
  [tag.counter64, counter64],
  [tag.octets, octets],
  [tag.oid, oid],
  [
    tag.ipAddress,
    (value: unknown): SnmpValue => (typeof value === 'string' ? { type: 'ipAddress', value } : other),
  ],
  [tag.noSuchObject, () => absent],
  [tag.noSuchInstance, () => absent],
  [tag.endOfMibView, () => absent],
]);

/** Decodes the value of a variable binding. */
export const decodeValue = ({ type, value }: Pick<Varbind, 'type' | 'value'>): SnmpValue =>
  readers.get(type)?.(value) ?? other;

/** Returns a 32-bit number, undefined for other types. */
export const numericValue = (value: SnmpValue | undefined): number | undefined =>
  value?.type === 'integer' || value?.type === 'gauge32' || value?.type === 'counter32'
    ? value.value
    : undefined;
