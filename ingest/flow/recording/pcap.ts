import { addressBytes } from '../attribution/address.ts';

/** Magic of a capture with microsecond timestamps, version 2.4 (draft-ietf-opsawg-pcap §4). */
const MAGIC = 0xa1_b2_c3_d4;
/** Packets start with their IPv4 or IPv6 header. */
const LINKTYPE_RAW = 101;
const SNAP_LENGTH = 65_535;
const UDP = 17;
const V4_BYTES = 20;
const V6_BYTES = 40;
const UDP_BYTES = 8;
const HOPS = 64;
const RECORD_BYTES = 16;

/** File header of a capture. */
export function pcapHeader(): Uint8Array {
  const bytes = new Uint8Array(24);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, SNAP_LENGTH, true);
  view.setUint32(20, LINKTYPE_RAW, true);
  return bytes;
}

export interface CapturedDatagram {
  readonly payload: Uint8Array;
  /** Ports of the sender, which is part of its transport session, and of the collector. */
  readonly senderPort: number;
  readonly port: number;
  readonly atMs: number;
}

/** Sum of all 16-bit words (RFC 1071); an odd byte is the upper half of a word. */
function wordSum(view: DataView, at: number, length: number): number {
  let sum = 0;
  for (let offset = 0; offset + 1 < length; offset += 2) sum += view.getUint16(at + offset);
  return (length & 1) === 1 ? sum + (view.getUint8(at + length - 1) << 8) : sum;
}

/** The one's complement of a sum, as a checksum has it. */
function complement(sum: number): number {
  let folded = sum;
  while (folded > 0xffff) folded = (folded & 0xffff) + Math.floor(folded / 65_536);
  return ~folded & 0xffff;
}

/** Heads of the packets of one sender: record header, IP and UDP. What does not change is written once. */
export class PacketHead {
  readonly #isV4: boolean;
  readonly #ipBytes: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  /** `sender` in text form. The collector is written as the loopback address of the same family. */
  constructor(sender: string) {
    this.#isV4 = !sender.includes(':');
    this.#ipBytes = this.#isV4 ? V4_BYTES : V6_BYTES;
    this.#bytes = new Uint8Array(RECORD_BYTES + this.#ipBytes + UDP_BYTES);
    this.#view = new DataView(this.#bytes.buffer);
    if (this.#isV4) this.#startV4(sender);
    else this.#startV6(sender);
  }

  /** The head of a datagram, valid until the next call. Over IPv4 without the optional UDP checksum. */
  of({ payload, senderPort, port, atMs }: CapturedDatagram): Uint8Array {
    const view = this.#view;
    const length = UDP_BYTES + payload.length;
    view.setUint32(0, Math.floor(atMs / 1_000), true);
    view.setUint32(4, Math.floor((atMs % 1_000) * 1_000), true);
    view.setUint32(8, this.#ipBytes + length, true);
    view.setUint32(12, this.#ipBytes + length, true);
    const udp = RECORD_BYTES + this.#ipBytes;
    view.setUint16(udp, senderPort);
    view.setUint16(udp + 2, port);
    view.setUint16(udp + 4, length);
    if (this.#isV4) this.#finishV4(length);
    else this.#finishV6(payload, length);
    return this.#bytes;
  }

  #startV4(sender: string): void {
    this.#view.setUint8(RECORD_BYTES, 0x45);
    this.#view.setUint8(RECORD_BYTES + 8, HOPS);
    this.#view.setUint8(RECORD_BYTES + 9, UDP);
    this.#bytes.set(addressBytes(sender).subarray(12), RECORD_BYTES + 12);
    this.#bytes.set([127, 0, 0, 1], RECORD_BYTES + 16);
  }

  #startV6(sender: string): void {
    this.#view.setUint8(RECORD_BYTES, 0x60);
    this.#view.setUint8(RECORD_BYTES + 6, UDP);
    this.#view.setUint8(RECORD_BYTES + 7, HOPS);
    this.#bytes.set(addressBytes(sender), RECORD_BYTES + 8);
    this.#bytes.set(addressBytes('::1'), RECORD_BYTES + 24);
  }

  #finishV4(length: number): void {
    this.#view.setUint16(RECORD_BYTES + 2, V4_BYTES + length);
    this.#view.setUint16(RECORD_BYTES + 10, 0);
    this.#view.setUint16(RECORD_BYTES + 10, complement(wordSum(this.#view, RECORD_BYTES, V4_BYTES)));
  }

  /** UDP over IPv6 has to have a checksum, over the addresses too (RFC 8200 §8.1); 0 is written as its complement. */
  #finishV6(payload: Uint8Array, length: number): void {
    const at = RECORD_BYTES + V6_BYTES + 6;
    this.#view.setUint16(RECORD_BYTES + 4, length);
    this.#view.setUint16(at, 0);
    const body = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    const own = wordSum(this.#view, RECORD_BYTES + 8, 32 + UDP_BYTES);
    const sum = complement(own + wordSum(body, 0, payload.length) + length + UDP);
    this.#view.setUint16(at, sum === 0 ? 0xffff : sum);
  }
}
