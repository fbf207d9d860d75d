import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { getSystemErrorName } from 'node:util';
import type { Libc, Readiness } from './libc.ts';
import { listenError } from './listen-error.ts';
import { BATCH, MessageRing } from './message-ring.ts';
import { SenderNames, family, portAt, socketAddress } from './socket-address.ts';
import { droppedBy, enlargeBuffer, sharePort } from './socket-options.ts';
import type { ListenUdp, UdpListener, UdpSocket } from './udp-socket.ts';

/** SOCK_DGRAM with SOCK_NONBLOCK and SOCK_CLOEXEC (socket(2)). */
const DATAGRAM_SOCKET = 2 | 0o4000 | 0o2_000_000;
const MSG_DONTWAIT = 0x40;
/** Batches per turn of the event loop: the other work of the process runs after some milliseconds of decoding. */
const BATCHES = 4;
/** While traffic flows, datagrams collect in the kernel for this time: a batch costs as much as a single datagram. */
const GATHER_MS = 16;
/** Only with a buffer for some thousands of datagrams: at least 1,800 of the kernel's usual 2,304 bytes. */
const AMPLE_BUFFER_BYTES = 4 * 1024 ** 2;
const SHORT_GATHER_MS = 2;
/** Limit for emptying the queue at the end: under a flood it never becomes empty. */
const LAST_MS = 1_000;
const WAIT_AGAIN: ReadonlySet<string> = new Set(['EAGAIN', 'EINTR']);

/** Shared by all sockets: each batch is processed before the next call. */
interface ReceiveBuffers {
  readonly libc: Libc;
  readonly ring: MessageRing;
  readonly names: SenderNames;
}

function systemError(libc: Libc, call: string): Error {
  const code = getSystemErrorName(-libc.errno());
  return Object.assign(new Error(`${call} ${code}`), { code, syscall: call });
}

/**
 * A Linux socket that is read in batches. When idle, it waits for the event loop. From the first datagram on it polls every few
 * milliseconds until a poll finds nothing: no event and no system call per datagram.
 */
class BatchSocket implements UdpSocket {
  readonly port: number;
  readonly bufferBytes: number;
  readonly #receiving: ReceiveBuffers;
  readonly #socket: number;
  readonly #listener: UdpListener;
  readonly #readiness: Readiness;
  readonly #gatherMs: number;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #closed = false;

  constructor(receiving: ReceiveBuffers, socket: number, listener: UdpListener) {
    const { libc } = receiving;
    this.#receiving = receiving;
    this.#socket = socket;
    this.#listener = listener;
    this.port = portOf(libc, socket);
    this.bufferBytes = enlargeBuffer(libc, socket);
    this.#gatherMs = this.bufferBytes < AMPLE_BUFFER_BYTES ? SHORT_GATHER_MS : GATHER_MS;
    this.#readiness = libc.watch(socket, this.#ready);
  }

  drops(): Promise<number | undefined> {
    return Promise.resolve(this.#closed ? undefined : droppedBy(this.#receiving.libc, this.#socket));
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#readiness.close();
    const until = performance.now() + LAST_MS;
    while (performance.now() < until && this.#readBatch() === BATCH);
    this.#receiving.libc.close(this.#socket);
    return Promise.resolve();
  }

  readonly #ready = (): void => {
    if (this.#closed) return;
    this.#readiness.stop();
    // The callback comes from foreign code: promises and errors need an immediate of their own.
    this.#immediate = setImmediate(this.#turn);
  };

  readonly #turn = (): void => {
    let taken = 0;
    for (let batch = 0; batch < BATCHES && taken === batch * BATCH; batch += 1) taken += this.#readBatch();
    if (this.#closed) return;
    if (taken === BATCHES * BATCH) this.#immediate = setImmediate(this.#turn);
    else if (taken > 0) this.#timer = setTimeout(this.#turn, this.#gatherMs);
    else this.#readiness.start(this.#ready);
  };

  /** Reads one batch; returns the number of datagrams. */
  #readBatch(): number {
    const { libc, ring } = this.#receiving;
    const count = libc.recvmmsg(this.#socket, ring.address, BATCH, MSG_DONTWAIT, null);
    if (count < 0) {
      const error = systemError(libc, 'recvmmsg');
      if (!WAIT_AGAIN.has((error as NodeJS.ErrnoException).code ?? '')) this.#listener.onError(error);
      return 0;
    }
    const { onDatagram, onBatch } = this.#listener;
    if (count > 0) onBatch?.();
    for (let place = 0; place < count; place += 1) {
      const at = ring.sender(place);
      onDatagram(ring.datagram(place), this.#receiving.names.nameAt(ring.view, at), portAt(ring.view, at));
    }
    return count;
  }
}

function portOf(libc: Libc, socket: number): number {
  const address = new Uint8Array(28);
  libc.getsockname(socket, address, new Uint8Array(Uint32Array.of(address.length).buffer));
  return new DataView(address.buffer).getUint16(2);
}

function bound({ libc }: ReceiveBuffers, { port, shared }: UdpListener, host: string): number {
  const socket = libc.socket(isIPv6(host) ? family.v6 : family.v4, DATAGRAM_SOCKET, 0);
  if (socket < 0) throw systemError(libc, 'socket');
  const address = socketAddress(libc, host, port);
  const sharing = !shared || sharePort(libc, socket);
  if (sharing && libc.bind(socket, address, address.length) === 0) return socket;
  const error = systemError(libc, sharing ? 'bind' : 'setsockopt');
  libc.close(socket);
  throw error;
}

/** Creates sockets that are read with recvmmsg(2). */
export function listenInBatches(libc: Libc): ListenUdp {
  const receiving = { libc, ring: new MessageRing(libc), names: new SenderNames(libc) };
  return async (listener) => {
    try {
      const { address } = await lookup(listener.host, { family: isIPv6(listener.host) ? 6 : 4 });
      return new BatchSocket(receiving, bound(receiving, listener, address), listener);
    } catch (error) {
      throw listenError(error, listener);
    }
  };
}
