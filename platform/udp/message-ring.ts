import type { Libc } from './libc.ts';

/** Maximum datagrams per call. */
export const BATCH = 64;
/** The longest UDP datagram is 65,527 bytes (RFC 768, and the payload length of IPv6): none is ever truncated. */
const DATAGRAM_BYTES = 65_536;
/** Distance between two buffers: not a power of two, or all would share the same cache sets. */
const STRIDE = DATAGRAM_BYTES + 2_112;
/** struct mmsghdr, struct iovec and struct sockaddr_in6 with padding, of 64-bit Linux (recvmmsg(2), ip(7), ipv6(7)). */
const HEADER_BYTES = 64;
const IOVEC_BYTES = 16;
const NAME_BYTES = 32;
const SOCKADDR_BYTES = 28;
const at = { name: 0, nameLength: 8, vector: 16, vectors: 24, length: 56 } as const;
const NAMES = BATCH * (HEADER_BYTES + IOVEC_BYTES);
const DATA = NAMES + BATCH * NAME_BYTES;

/** Permanent buffers for one call of recvmmsg(2): pages that no datagram reaches cost nothing. */
export class MessageRing {
  readonly address: bigint;
  readonly #memory: ArrayBuffer;
  readonly #view: DataView;

  constructor(libc: Libc) {
    const { address, memory } = libc.allocate(DATA + BATCH * STRIDE);
    this.address = address;
    this.#memory = memory;
    this.#view = new DataView(memory);
    for (let slot = 0; slot < BATCH; slot += 1) this.#initSlot(slot);
  }

  #initSlot(slot: number): void {
    const header = slot * HEADER_BYTES;
    const vector = BATCH * HEADER_BYTES + slot * IOVEC_BYTES;
    const put = (offset: number, value: bigint | number): void => {
      this.#view.setBigUint64(offset, BigInt(value), true);
    };
    for (let word = 0; word < HEADER_BYTES; word += 8) put(header + word, 0);
    put(header + at.name, this.address + BigInt(NAMES + slot * NAME_BYTES));
    put(header + at.vector, this.address + BigInt(vector));
    put(header + at.vectors, 1);
    put(vector, this.address + BigInt(DATA + slot * STRIDE));
    put(vector + 8, DATAGRAM_BYTES);
    this.#view.setUint32(header + at.nameLength, SOCKADDR_BYTES, true);
  }

  /** Returns the datagram at a slot, valid until the next call. */
  datagram(slot: number): Uint8Array {
    const length = this.#view.getUint32(slot * HEADER_BYTES + at.length, true);
    return new Uint8Array(this.#memory, DATA + slot * STRIDE, length);
  }

  /** Returns the offset of the sender's address in `view`, and resets its length, which the previous call changed. */
  sender(slot: number): number {
    this.#view.setUint32(slot * HEADER_BYTES + at.nameLength, SOCKADDR_BYTES, true);
    return NAMES + slot * NAME_BYTES;
  }

  get view(): DataView {
    return this.#view;
  }
}
