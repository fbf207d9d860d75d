import type { Libc } from './libc.ts';
import { RECEIVE_BUFFER_BYTES } from './udp-socket.ts';

/** Option numbers of Linux (socket(7); asm-generic/socket.h). */
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_REUSEPORT = 15;
const SO_RCVBUFFORCE = 33;
const SO_MEMINFO = 55;
/** SO_MEMINFO returns 32-bit counters (linux/sock_diag.h). */
const MEMINFO_BYTES = 36;
const MEMINFO_DROPS = 8;

const number = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);

/** Sets an integer option; returns false when the kernel rejects it. */
const set = (libc: Libc, socket: number, [option, value]: readonly [number, number]): boolean =>
  libc.setsockopt(socket, SOL_SOCKET, option, number(value), 4) === 0;

export const sharePort = (libc: Libc, socket: number): boolean => set(libc, socket, [SO_REUSEPORT, 1]);

/** Requests the full size where permitted (CAP_NET_ADMIN), else up to net.core.rmem_max. Returns the granted size. */
export function enlargeBuffer(libc: Libc, socket: number): number {
  if (!set(libc, socket, [SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES]))
    set(libc, socket, [SO_RCVBUF, RECEIVE_BUFFER_BYTES]);
  const value = number(0);
  libc.getsockopt(socket, SOL_SOCKET, SO_RCVBUF, value, number(4));
  return new DataView(value.buffer).getUint32(0, true);
}

/** Datagrams that the kernel dropped on this socket alone; undefined before Linux 4.12. */
export function droppedBy(libc: Libc, socket: number): number | undefined {
  const value = new Uint8Array(MEMINFO_BYTES);
  if (libc.getsockopt(socket, SOL_SOCKET, SO_MEMINFO, value, number(MEMINFO_BYTES)) !== 0) return undefined;
  return new DataView(value.buffer).getUint32(MEMINFO_DROPS * 4, true);
}
