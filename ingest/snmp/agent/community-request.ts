import { berTags } from '#platform/ber/ber.ts';

/** PDU tags (RFC 3416 §3). */
export const pduTags = { get: 0xa0, getNext: 0xa1, response: 0xa2, getBulk: 0xa5 } as const;

export type CommunityVersion = 'v1' | 'v2c';
export const versionNumbers = { v1: 0, v2c: 1 } as const satisfies Record<CommunityVersion, number>;

export interface CommunityRequest {
  readonly version: CommunityVersion;
  readonly community: Buffer;
  readonly pdu: Exclude<keyof typeof pduTags, 'response'>;
  readonly id: number;
  /** GETBULK only. */
  readonly repetitions?: number;
  readonly oids: readonly string[];
}

/** An encoded request. The content of the OID at a place is `bytes.subarray(starts[place], ends[place])`. */
export interface EncodedRequest {
  readonly bytes: Buffer;
  readonly starts: Uint16Array;
  readonly ends: Uint16Array;
}

/** A datagram (RFC 3417 §3) holds less. */
const SCRATCH_BYTES = 65_535;
/** Reused: a request is copied when it is complete. */
const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
const ZERO = 0x30;
const DOT = 0x2e;
/** X.690 §8.19.4: the first two arcs share one number. */
const ARCS_PER_ROOT = 40;

/**
 * Writes from the end to the start, so that every length is known when it is written. `at` is the place of the last byte
 * written.
 */
class BackwardWriter {
  at = SCRATCH_BYTES;

  byte(value: number): void {
    this.at -= 1;
    // Never below the start: the scratch would be written at its end again.
    if (this.at < 0) throw new RangeError('the request is too large for a datagram');
    scratch[this.at] = value;
  }

  /** Length and tag of what was written since `end`. */
  header(tag: number, end: number): void {
    const length = end - this.at;
    if (length < 0x80) this.byte(length);
    else {
      this.byte(length & 0xff);
      if (length > 0xff) this.byte(length >>> 8);
      this.byte(length > 0xff ? 0x82 : 0x81);
    }
    this.byte(tag);
  }

  /** A number from 0 to 2^31 − 1. */
  integer(value: number): void {
    const end = this.at;
    let remaining = value;
    do {
      this.byte(remaining & 0xff);
      remaining >>>= 8;
    } while (remaining > 0);
    if ((scratch[this.at] as number) > 0x7f) this.byte(0);
    this.header(berTags.integer, end);
  }

  octets(bytes: Buffer): void {
    const end = this.at;
    this.at -= bytes.length;
    if (this.at < 0) throw new RangeError('the request is too large for a datagram');
    bytes.copy(scratch, this.at);
    this.header(berTags.octets, end);
  }

  arc(value: number): void {
    this.byte(value & 0x7f);
    for (let remaining = Math.floor(value / 0x80); remaining > 0; remaining = Math.floor(remaining / 0x80))
      this.byte(0x80 | (remaining & 0x7f));
  }

  /** The content of an OID in dotted notation, read from its end as well. */
  oid(text: string): void {
    let second: number | undefined;
    let arc = 0;
    let place = 1;
    for (let index = text.length - 1; index >= 0; index -= 1) {
      const code = text.charCodeAt(index);
      if (code !== DOT) {
        arc += (code - ZERO) * place;
        place *= 10;
        continue;
      }
      // Written once it is known not to be the second one.
      if (second !== undefined) this.arc(second);
      second = arc;
      arc = 0;
      place = 1;
    }
    this.arc(arc * ARCS_PER_ROOT + (second ?? 0));
  }
}

/** Encodes a request of SNMPv1 (RFC 1157) or SNMPv2c (RFC 1901, RFC 3416). Throws a RangeError if it is too large. */
export function encodeRequest(request: CommunityRequest): EncodedRequest {
  const { oids } = request;
  const writer = new BackwardWriter();
  const starts = new Uint16Array(oids.length);
  const ends = new Uint16Array(oids.length);
  for (let place = oids.length - 1; place >= 0; place -= 1) {
    const end = writer.at;
    writer.byte(0);
    writer.byte(berTags.null);
    const oidEnd = writer.at;
    writer.oid(oids[place] as string);
    starts[place] = writer.at;
    ends[place] = oidEnd;
    writer.header(berTags.oid, oidEnd);
    writer.header(berTags.sequence, end);
  }
  writer.header(berTags.sequence, SCRATCH_BYTES);
  // Error status and index; for GETBULK non-repeaters and repetitions.
  writer.integer(request.repetitions ?? 0);
  writer.integer(0);
  writer.integer(request.id);
  writer.header(pduTags[request.pdu], SCRATCH_BYTES);
  writer.octets(request.community);
  writer.integer(versionNumbers[request.version]);
  writer.header(berTags.sequence, SCRATCH_BYTES);
  const from = writer.at;
  for (let place = 0; place < oids.length; place += 1) {
    starts[place] = (starts[place] as number) - from;
    ends[place] = (ends[place] as number) - from;
  }
  return { bytes: Buffer.from(scratch.subarray(from)), starts, ends };
}
