import { BerError, berTags } from '#platform/ber/ber.ts';
import type { VariableBinding } from './agent.ts';
import { versionNumbers, type CommunityVersion, type EncodedRequest } from './community-request.ts';
import { absentValue, counter64, octetsValue, otherValue, type SnmpValue } from './value.ts';

/** A response to a request. */
export interface CommunityResponse {
  readonly pdu: number;
  readonly version: number;
  readonly community: Buffer;
  readonly id: number;
  readonly errorStatus: number;
  readonly errorIndex: number;
  readonly bindings: readonly VariableBinding[];
}

/** The request whose OIDs a response usually repeats. */
export interface ExpectedResponse {
  readonly encoded: EncodedRequest;
  readonly oids: readonly string[];
}

/** SubIds have 32 bits (RFC 2578 §3.5). */
const MAX_ARC = 0xff_ff_ff_ff;
/** Longest INTEGER that is read, in bytes: exact as a number. */
const MAX_INTEGER_BYTES = 6;
const ARCS_PER_ROOT = 40;
const MAX_ROOT = 2;

/** Reads a message without copies. Throws a BerError where the bytes are not the BER of an SNMP message. */
class MessageReader {
  readonly bytes: Buffer;
  at = 0;
  /** End of the content of the header read last. */
  end = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new BerError('truncated element');
    this.at += 1;
    return byte;
  }

  /** Reads tag and length and returns the tag. */
  header(): number {
    const tag = this.byte();
    let length = this.byte();
    if (length > 0x7f) {
      // The length of a datagram needs at most two bytes. Some agents pad it to four.
      const count = length & 0x7f;
      if (count === 0 || count > 4) throw new BerError('unsupported form of length');
      length = 0;
      for (let left = count; left > 0; left -= 1) length = length * 256 + this.byte();
    }
    this.end = this.at + length;
    if (this.end > this.bytes.length) throw new BerError('truncated element');
    return tag;
  }

  /** Enters an element and returns its end. */
  enter(tag: number): number {
    if (this.header() !== tag) throw new BerError(`expected tag ${String(tag)}`);
    return this.end;
  }

  integer(): number {
    const end = this.enter(berTags.integer);
    const length = end - this.at;
    if (length === 0 || length > MAX_INTEGER_BYTES) throw new BerError('integer of an unsupported size');
    const value = this.bytes.readIntBE(this.at, length);
    this.at = end;
    return value;
  }

  octets(): Buffer {
    const end = this.enter(berTags.octets);
    const content = this.bytes.subarray(this.at, end);
    this.at = end;
    return content;
  }

  /** The OID up to `end` in dotted notation. */
  oid(end: number): string {
    let text = '';
    let arc = 0;
    for (; this.at < end; this.at += 1) {
      const byte = this.bytes[this.at] as number;
      arc = arc * 0x80 + (byte & 0x7f);
      if (arc > MAX_ARC) throw new BerError('arc of an OID out of range');
      if (byte > 0x7f) {
        if (this.at + 1 === end) throw new BerError('truncated OID');
        continue;
      }
      if (text === '') {
        const root = Math.min(MAX_ROOT, Math.floor(arc / ARCS_PER_ROOT));
        text = `${String(root)}.${String(arc - ARCS_PER_ROOT * root)}`;
      } else text += `.${String(arc)}`;
      arc = 0;
    }
    if (text === '') throw new BerError('empty OID');
    return text;
  }

  /** The OID of a binding: that of the request at the same place if the bytes are equal, which saves decoding it. */
  bindingOid({ encoded, oids }: ExpectedResponse, place: number): string {
    const end = this.enter(berTags.oid);
    const [from, to] = [encoded.starts[place], encoded.ends[place]];
    if (
      from !== undefined &&
      to !== undefined &&
      to - from === end - this.at &&
      encoded.bytes.compare(this.bytes, this.at, end, from, to) === 0
    ) {
      this.at = end;
      return oids[place] as string;
    }
    return this.oid(end);
  }

  value(): SnmpValue {
    const tag = this.header();
    const { end } = this;
    const value = this.#content(tag, end);
    this.at = end;
    return value;
  }

  #content(tag: number, end: number): SnmpValue {
    const reader = readers[tag];
    return reader === undefined ? otherValue : reader(this, end);
  }

  /** A number in two's complement, undefined if it is too long. */
  number(end: number): number | undefined {
    const length = end - this.at;
    return length === 0 || length > MAX_INTEGER_BYTES ? undefined : this.bytes.readIntBE(this.at, length);
  }
}

type Read = (reader: MessageReader, end: number) => SnmpValue;

/** Some agents leave out the leading 0 of a number whose top bit is set. */
const unsigned =
  (type: 'counter32' | 'gauge32' | 'timeTicks'): Read =>
  (reader, end) => {
    const value = reader.number(end);
    return value === undefined || value > MAX_ARC ? otherValue : { type, value: value >>> 0 };
  };

const ipAddress: Read = (reader, end) =>
  end - reader.at === 4
    ? { type: 'ipAddress', value: reader.bytes.subarray(reader.at, end).join('.') }
    : otherValue;

/** By tag (RFC 3416 §3). */
const readers: Readonly<Record<number, Read>> = {
  [berTags.integer](reader, end) {
    const value = reader.number(end);
    return value === undefined ? otherValue : { type: 'integer', value };
  },
  [berTags.octets]: (reader, end) => octetsValue(reader.bytes.subarray(reader.at, end)),
  [berTags.oid]: (reader, end) => (reader.at === end ? otherValue : { type: 'oid', value: reader.oid(end) }),
  [berTags.ipAddress]: ipAddress,
  [berTags.counter32]: unsigned('counter32'),
  [berTags.gauge32]: unsigned('gauge32'),
  [berTags.timeTicks]: unsigned('timeTicks'),
  [berTags.counter64]: (reader, end) => counter64(reader.bytes.subarray(reader.at, end)),
  [berTags.noSuchObject]: () => absentValue,
  [berTags.noSuchInstance]: () => absentValue,
  [berTags.endOfMibView]: () => absentValue,
};

function readBindings(reader: MessageReader, requested: ExpectedResponse): readonly VariableBinding[] {
  const end = reader.enter(berTags.sequence);
  const bindings: VariableBinding[] = [];
  while (reader.at < end) {
    const bindingEnd = reader.enter(berTags.sequence);
    const oid = reader.bindingOid(requested, bindings.length);
    bindings.push({ oid, value: reader.value() });
    if (reader.at !== bindingEnd) throw new BerError('binding with more than a value');
  }
  return bindings;
}

/** Decodes a message of SNMPv1 or v2c. Undefined if the bytes are none. */
export function decodeResponse(bytes: Buffer, requested: ExpectedResponse): CommunityResponse | undefined {
  const reader = new MessageReader(bytes);
  try {
    reader.enter(berTags.sequence);
    const version = reader.integer();
    const community = reader.octets();
    const pdu = reader.header();
    const [id, errorStatus, errorIndex] = [reader.integer(), reader.integer(), reader.integer()];
    return {
      version,
      community,
      pdu,
      id,
      errorStatus,
      errorIndex,
      bindings: readBindings(reader, requested),
    };
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}

export const isVersion = (number: number, version: CommunityVersion): boolean =>
  number === versionNumbers[version];
