import { isIPv6 } from 'node:net';
import type { Libc } from './libc.ts';

/** Address families of Linux (socket(2)). */
export const family = { v4: 2, v6: 10 } as const;
const V4_BYTES = 16;
const V6_BYTES = 28;
const NUMERIC_HOST = 1;
const TEXT_BYTES = 64;
/** Limit of the cache, so that forged senders do not fill the memory: at this size it is cleared. */
const MAX_CACHED = 4_096;

/** Returns struct sockaddr_in or sockaddr_in6 of a numeric address (ip(7), ipv6(7)). */
export function socketAddress(libc: Libc, host: string, port: number): Uint8Array {
  const six = isIPv6(host);
  const bytes = new Uint8Array(six ? V6_BYTES : V4_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, six ? family.v6 : family.v4, true);
  view.setUint16(2, port);
  const [address = '', zone] = host.split('%');
  libc.inet_pton(six ? family.v6 : family.v4, address, bytes.subarray(six ? 8 : 4));
  if (six && zone !== undefined) view.setUint32(24, Number(zone) || libc.if_nametoindex(zone), true);
  return bytes;
}

/** Port of the struct sockaddr at `at`: both families have it at the same offset. */
export const portAt = (view: DataView, at: number): number => view.getUint16(at + 2);

/** Sender addresses as Node's sockets write them. The same few repeat: each text is created once. */
export class SenderNames {
  readonly #libc: Libc;
  readonly #v4 = new Map<number, string>();
  readonly #v6 = new Map<string, string>();

  constructor(libc: Libc) {
    this.#libc = libc;
  }

  /** Returns the sender whose struct sockaddr is at `at`. */
  nameAt(view: DataView, at: number): string {
    if (view.getUint16(at, true) === family.v4)
      return this.#remembered(this.#v4, view.getUint32(at + 4), () => this.#text(view, at, V4_BYTES));
    // Address and zone.
    const key = Buffer.from(view.buffer, at + 8, 20).toString('latin1');
    return this.#remembered(this.#v6, key, () => this.#text(view, at, V6_BYTES));
  }

  #remembered<Key>(names: Map<Key, string>, key: Key, make: () => string): string {
    const known = names.get(key);
    if (known !== undefined) return known;
    if (names.size >= MAX_CACHED) names.clear();
    const made = make();
    names.set(key, made);
    return made;
  }

  #text(view: DataView, at: number, length: number): string {
    const address = new Uint8Array(view.buffer, at, length);
    const text = Buffer.alloc(TEXT_BYTES);
    const failed = this.#libc.getnameinfo(address, length, text, TEXT_BYTES, null, 0, NUMERIC_HOST);
    return failed === 0 ? text.toString('latin1', 0, text.indexOf(0)) : '';
  }
}
