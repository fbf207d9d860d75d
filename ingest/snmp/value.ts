import type { Varbind } from 'net-snmp';

/** BER tags of the values that SNMP v2c carries (RFC 3416 §3). */
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

/** A value as we use it; everything else an agent may say is `other`. */
export type Value =
  | { readonly type: 'integer' | 'counter32' | 'gauge32' | 'timeTicks'; readonly value: number }
  | { readonly type: 'counter64'; readonly value: bigint }
  /** `hex`: the bytes of what can be an IP address and is no text. */
  | { readonly type: 'octets'; readonly value: string; readonly hex?: string }
  /** Dotted. */
  | { readonly type: 'oid' | 'ipAddress'; readonly value: string }
  /** The agent does not have the object, or nothing follows. */
  | { readonly type: 'absent' }
  | { readonly type: 'other' };

const other: Value = { type: 'other' };
const MOST_UINT32 = 0xff_ff_ff_ff;
/** A DisplayString is no longer (RFC 2579). */
const MOST_TEXT_BYTES = 255;

const whole = (type: 'counter32' | 'gauge32' | 'timeTicks', value: unknown): Value =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_UINT32
    ? { type, value }
    : other;

/** A Counter64 comes as the bytes of a BER integer: up to nine, the first of them 0 when the next has its top bit set. */
function counter64(bytes: unknown): Value {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0 || bytes.length > 9) return other;
  if (bytes.length === 9 && bytes[0] !== 0) return other;
  return { type: 'counter64', value: BigInt(`0x${bytes.toString('hex')}`) };
}

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;
/** Bytes of an IPv4 or IPv6 address (RFC 4001): as a text they would be lost. */
const isAddress = (bytes: Buffer): boolean =>
  (bytes.length === 4 || bytes.length === 16) && !bytes.every(isPrintable);

function octets(bytes: unknown): Value {
  if (!Buffer.isBuffer(bytes) || bytes.length > MOST_TEXT_BYTES) return other;
  const value = bytes.toString('utf8').replaceAll('\0', '');
  return isAddress(bytes) ? { type: 'octets', value, hex: bytes.toString('hex') } : { type: 'octets', value };
}

const oid = (text: unknown): Value =>
  typeof text === 'string' && /^\d+(\.\d+)*$/.test(text) ? { type: 'oid', value: text } : other;

const absent: Value = { type: 'absent' };

const readers: ReadonlyMap<number, (value: unknown) => Value> = new Map([
  [
    tag.integer,
    (value: unknown): Value =>
      typeof value === 'number' && Number.isInteger(value) ? { type: 'integer', value } : other,
  ],
  [tag.counter32, (value: unknown) => whole('counter32', value)],
  [tag.gauge32, (value: unknown) => whole('gauge32', value)],
  [tag.timeTicks, (value: unknown) => whole('timeTicks', value)],
  [tag.counter64, counter64],
  [tag.octets, octets],
  [tag.oid, oid],
  [
    tag.ipAddress,
    (value: unknown): Value => (typeof value === 'string' ? { type: 'ipAddress', value } : other),
  ],
  [tag.noSuchObject, () => absent],
  [tag.noSuchInstance, () => absent],
  [tag.endOfMibView, () => absent],
]);

/** What a variable binding holds. */
export const valueOf = ({ type, value }: Pick<Varbind, 'type' | 'value'>): Value =>
  readers.get(type)?.(value) ?? other;
