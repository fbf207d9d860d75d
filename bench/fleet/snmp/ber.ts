/**
 * The part of BER (ITU-T X.690) that SNMP uses: definite lengths, the universal types INTEGER, OCTET STRING, NULL, OBJECT
 * IDENTIFIER and SEQUENCE, and the application types of SNMPv2-SMI (RFC 2578 §7.1, RFC 3416 §3).
 */
export const tags = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  counter64: 0x46,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
} as const;

export type Oid = readonly number[];

/** A value as an agent answers it. */
export type Value =
  | { readonly type: 'integer' | 'counter32' | 'gauge32' | 'timeTicks' | 'counter64'; readonly value: number }
  | { readonly type: 'octets'; readonly value: string }
  | { readonly type: 'oid'; readonly value: Oid }
  | { readonly type: 'noSuchObject' | 'noSuchInstance' | 'endOfMibView' };

/** Reads elements one after the other; anything malformed throws a RangeError. */
export class BerReader {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get done(): boolean {
    return this.at >= this.end;
  }

  private byte(): number {
    if (this.at >= this.end) throw new RangeError('the element ends early');
    return this.bytes[this.at++] ?? 0;
  }

  private length(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    const count = first & 0x7f;
    if (count === 0 || count > 3) throw new RangeError('length of an unknown form');
    let length = 0;
    for (let left = count; left > 0; left--) length = length * 256 + this.byte();
    return length;
  }

  /** The next element: its tag and a reader of what is in it. */
  next(): { readonly tag: number; readonly content: BerReader } {
    const tag = this.byte();
    const length = this.length();
    if (this.at + length > this.end) throw new RangeError('the element ends early');
    const content = new BerReader(this.bytes, this.at, this.at + length);
    this.at += length;
    return { tag, content };
  }

  private expect(tag: number): BerReader {
    const { tag: found, content } = this.next();
    if (found !== tag) throw new RangeError(`tag ${String(found)} where ${String(tag)} is expected`);
    return content;
  }

  sequence(): BerReader {
    return this.expect(tags.sequence);
  }

  /** A signed number of at most 32 bits. */
  integer(): number {
    const content = this.expect(tags.integer);
    if (content.done || content.end - content.at > 4) throw new RangeError('integer of an unknown size');
    let value = (content.bytes[content.at] ?? 0) > 0x7f ? -1 : 0;
    while (!content.done) value = (value << 8) | content.byte();
    return value;
  }

  octets(): Uint8Array {
    const content = this.expect(tags.octets);
    return content.bytes.subarray(content.at, content.end);
  }

  oid(): Oid {
    const content = this.expect(tags.oid);
    const arcs: number[] = [];
    while (!content.done) {
      let arc = 0;
      let byte: number;
      do {
        byte = content.byte();
        arc = arc * 128 + (byte & 0x7f);
      } while (byte > 0x7f);
      // X.690 §8.19.4: the first two arcs share one number.
      if (arcs.length === 0)
        arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)));
      else arcs.push(arc);
    }
    return arcs;
  }
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >>> 8, length & 0xff];
}

/** An element of at most 65,535 bytes. */
export const element = (tag: number, ...parts: readonly (readonly number[])[]): readonly number[] => {
  const content = parts.flat();
  return [tag, ...lengthBytes(content.length), ...content];
};

/** A non-negative number below 2^53 in as few bytes as keep its sign bit clear. */
function unsigned(value: number): readonly number[] {
  const bytes: number[] = [];
  let left = value;
  do {
    bytes.unshift(left % 256);
    left = Math.floor(left / 256);
  } while (left > 0);
  return (bytes[0] ?? 0) > 0x7f ? [0, ...bytes] : bytes;
}

export const writeInteger = (value: number): readonly number[] => {
  if (value >= 0) return element(tags.integer, unsigned(value));
  return element(
    tags.integer,
    [24, 16, 8, 0].map((shift) => (value >> shift) & 0xff),
  );
};

function arcBytes(arc: number): readonly number[] {
  const bytes = [arc % 128];
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
    bytes.unshift((left % 128) | 0x80);
  return bytes;
}

export const writeOid = ([first = 0, second = 0, ...arcs]: Oid): readonly number[] =>
  element(tags.oid, arcBytes(first * 40 + second), ...arcs.map(arcBytes));

export const writeOctets = (octets: Uint8Array): readonly number[] => element(tags.octets, [...octets]);

const utf8 = new TextEncoder();

export function writeValue(value: Value): readonly number[] {
  if (!('value' in value)) return element(tags[value.type]);
  switch (value.type) {
    case 'integer':
      return writeInteger(value.value);
    case 'octets':
      return writeOctets(utf8.encode(value.value));
    case 'oid':
      return writeOid(value.value);
    case 'counter64':
      return element(tags.counter64, unsigned(value.value));
    case 'counter32':
    case 'gauge32':
    case 'timeTicks':
      return element(tags[value.type], unsigned(value.value % 2 ** 32));
  }
}

/** Lexicographic order of object identifiers (RFC 3416 §4.2.2). */
export function compareOids(one: Oid, other: Oid): number {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
