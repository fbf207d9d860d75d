/**
 * The subset of BER (ITU-T X.690) that SNMP uses: definite lengths, the universal types INTEGER, OCTET STRING, NULL,
 * OBJECT IDENTIFIER and SEQUENCE, and the application types of SNMPv2-SMI (RFC 2578 §7.1, RFC 3416 §3).
 */
export const berTags = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  ipAddress: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeTicks: 0x43,
  counter64: 0x46,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
} as const;

export type Oid = readonly number[];

/** The bytes are not the BER that was expected. */
export class BerError extends RangeError {}

/** Reads consecutive elements. Throws a `BerError` on malformed bytes. The contents are views on the bytes. */
export class BerReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length;
  }

  get nextTag(): number | undefined {
    return this.#bytes[this.#at];
  }

  /** Returns the content of the next element, which must have this tag. */
  take(tag: number): Buffer {
    const found = this.#byte();
    if (found !== tag) throw new BerError(`expected tag ${String(tag)}, found ${String(found)}`);
    return this.#content();
  }

  /** Returns the tag of the next element and a reader of its content. */
  next(): { readonly tag: number; readonly content: BerReader } {
    const tag = this.#byte();
    return { tag, content: new BerReader(this.#content()) };
  }

  sequence(): BerReader {
    return new BerReader(this.take(berTags.sequence));
  }

  octets(): Buffer {
    return this.take(berTags.octets);
  }

  /** A signed number of at most 32 bits. */
  integer(): number {
    const content = this.take(berTags.integer);
    if (content.length === 0 || content.length > 4) throw new BerError('integer of an unsupported size');
    return content.readIntBE(0, content.length);
  }

  oid(): Oid {
    const content = new BerReader(this.take(berTags.oid));
    const arcs: number[] = [];
    while (!content.isDone) {
      const arc = content.#arc();
      // X.690 §8.19.4: the first two arcs share one number.
      if (arcs.length === 0) {
        const first = Math.min(2, Math.floor(arc / 40));
        arcs.push(first, arc - 40 * first);
      } else arcs.push(arc);
    }
    return arcs;
  }

  #arc(): number {
    let arc = 0;
    let byte: number;
    do {
      byte = this.#byte();
      arc = arc * 128 + (byte & 0x7f);
    } while (byte > 0x7f);
    return arc;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new BerError('truncated element');
    this.#at += 1;
    return byte;
  }

  #content(): Buffer {
    const length = this.#length();
    const from = this.#at;
    if (from + length > this.#bytes.length) throw new BerError('truncated element');
    this.#at = from + length;
    return this.#bytes.subarray(from, this.#at);
  }

  #length(): number {
    const first = this.#byte();
    if (first < 0x80) return first;
    // The length of a datagram needs at most two bytes. Some agents pad it to four.
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new BerError('unsupported form of length');
    let length = 0;
    for (let left = count; left > 0; left -= 1) length = length * 256 + this.#byte();
    return length;
  }
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >>> 8, length & 0xff];
}

/** An element of at most 65,535 bytes. */
export const berElement = (tag: number, ...parts: readonly (readonly number[])[]): readonly number[] => {
  const content = parts.flat();
  return [tag, ...lengthBytes(content.length), ...content];
};

/** Bytes of a non-negative number below 2^53, as few as keep its sign bit clear. */
export function unsignedBytes(value: number): readonly number[] {
  const bytes: number[] = [];
  let left = value;
  do {
    bytes.unshift(left % 256);
    left = Math.floor(left / 256);
  } while (left > 0);
  return (bytes[0] ?? 0) > 0x7f ? [0, ...bytes] : bytes;
}

export const writeInteger = (value: number): readonly number[] => {
  if (value >= 0) return berElement(berTags.integer, unsignedBytes(value));
  return berElement(
    berTags.integer,
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
  berElement(berTags.oid, arcBytes(first * 40 + second), ...arcs.map(arcBytes));

export const writeOctets = (octets: Uint8Array): readonly number[] => berElement(berTags.octets, [...octets]);
