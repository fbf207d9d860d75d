import type { NatsConnection } from '@nats-io/transport-node';

/**
 * Limit of bytes that wait for the socket. Fills a fast connection; a broker that does not read holds no more of this process's
 * memory, however often messages are retried.
 */
const MAX_WAITING_BYTES = 16 * 1024 ** 2;

/** The client's internal buffers: of the connection, and of its socket. */
interface Buffers {
  readonly protocol?: {
    readonly outbound?: { readonly size?: () => number };
    readonly transport?: { readonly socket?: { readonly writableLength?: number } };
  };
}

/** What a connection has not handed to the broker yet. */
export class OutgoingQueue {
  readonly #nats: NatsConnection;
  readonly #connected: () => boolean;

  constructor(nats: NatsConnection, connected: () => boolean) {
    this.#nats = nats;
    this.#connected = connected;
  }

  /** Whether the broker does not read what it is sent. */
  get isFull(): boolean {
    const { outbound, transport } = (this.#nats as Buffers).protocol ?? {};
    const waitingBytes = (outbound?.size?.() ?? 0) + (transport?.socket?.writableLength ?? 0);
    return waitingBytes >= MAX_WAITING_BYTES;
  }

  /** Whether the broker is connected and reads what it is sent. */
  get hasRoom(): boolean {
    return this.#connected() && !this.isFull;
  }
}
