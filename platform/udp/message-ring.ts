import type { Libc } from './libc.ts';

/** Datagrams that one call takes at most. */
export const BATCH = 64;
/** The longest datagram of UDP is 65,527 bytes (RFC 768, and the payload length of IPv6): none is ever cut. */
const DATAGRAM_BYTES = 65_536;
/** Distance of two buffers: no power of two, or all of them would fall into the same sets of the processor's caches. */
const STRIDE = DATAGRAM_BYTES + 2_112;
/** struct mmsghdr, struct iovec and struct sockaddr_in6 with padding, of Linux with 64 bits (recvmmsg(2), ip(7), ipv6(7)). */
const HEADER_BYTES = 64;
const IOVEC_BYTES = 16;
const NAME_BYTES = 32;
const SOCKADDR_BYTES = 28;
const at = { name: 0, nameLength: 8, vector: 16, vectors: 24, length: 56 } as const;
const NAMES = BATCH * (HEADER_BYTES + IOVEC_BYTES);
const DATA = NAMES + BATCH * NAME_BYTES;

/** Buffers for one call of recvmmsg(2), kept for good: pages that no datagram ever reached cost nothing. */
export class MessageRing {
  readonly address: bigint;
  readonly #memory: ArrayBuffer;
  readonly #view: DataView;

  constructor(libc: Libc) {
    const { address, memory } = libc.allocate(DATA + BATCH * STRIDE);
    this.address = address;
    this.#memory = memory;
    this.#view = new DataView(memory);
    for (let place = 0; place < BATCH; place += 1) this.#lay(place);
  }

  #lay(place: number): void {
    const header = place * HEADER_BYTES;
    const vector = BATCH * HEADER_BYTES + place * IOVEC_BYTES;
    const put = (offset: number, value: bigint | number): void => {
      this.#view.setBigUint64(offset, BigInt(value), true);
    };
    for (let word = 0; word < HEADER_BYTES; word += 8) put(header + word, 0);
    put(header + at.name, this.address + BigInt(NAMES + place * NAME_BYTES));
    put(header + at.vector, this.address + BigInt(vector));
    put(header + at.vectors, 1);
    put(vector, this.address + BigInt(DATA + place * STRIDE));
    put(vector + 8, DATAGRAM_BYTES);
    this.#view.setUint32(header + at.nameLength, SOCKADDR_BYTES, true);
  }

  /** The datagram at a place, until the next call. */
  datagram(place: number): Uint8Array {
    const length = this.#view.getUint32(place * HEADER_BYTES + at.length, true);
    return new Uint8Array(this.#memory, DATA + place * STRIDE, length);
  }

  /** Where the sender of the datagram at a place stands in `view`; the call before has left its length, which is undone. */
  sender(place: number): number {
    this.#view.setUint32(place * HEADER_BYTES + at.nameLength, SOCKADDR_BYTES, true);
    return NAMES + place * NAME_BYTES;
  }

  get view(): DataView {
    return this.#view;
  }
}
