import { createConnection, type Socket } from 'node:net';
import { assertOwnPeer } from './own-peer.ts';
import {
  NatsConnectionImpl,
  setTransportFactory,
  type NatsConnection,
  type NodeConnectionOptions,
  type ServerInfo,
} from '@nats-io/transport-node';
import { NodeTransport, nodeResolveHost } from '@nats-io/transport-node/lib/node_transport.js';

/** Room for several messages of a collector: reads of 64 KiB would have to be joined, each time in a larger buffer. */
const SLAB_BYTES = 1024 ** 2;
/** A slab with less room is left to the messages in it. */
const MIN_FREE_BYTES = 64 * 1024;
/** Smaller messages are copied: an acknowledgement must not retain a slab. */
const COPIED_BYTES = 16 * 1024;

/** Memory for a socket's reads: each read follows the previous one, and only copied data is overwritten. */
export class Slabs {
  #free = Buffer.allocUnsafeSlow(SLAB_BYTES);

  /** Returns room for the next read. */
  readonly room = (): Buffer => this.#free;

  /** Returns the bytes of a read, which the caller may keep. */
  claim(bytes: number): Buffer {
    const taken = this.#free.subarray(0, bytes);
    if (bytes < COPIED_BYTES) return Buffer.from(taken);
    const left = this.#free.subarray(bytes);
    this.#free = left.length < MIN_FREE_BYTES ? Buffer.allocUnsafeSlow(SLAB_BYTES) : left;
    return taken;
  }
}

/** The client's transport with larger reads. */
class LargeReads extends NodeTransport {
  override async peekInfo(): Promise<ServerInfo> {
    const info = await super.peekInfo();
    // Only now: a connection that no process has accepted yet has no owner. The password is sent next.
    if ((this.options as TransportOptions).isOwnPeer === true) assertOwnPeer(this.socket);
    return info;
  }

  /**
   * Ends a connection whose broker no longer replies. The client's own version first waits until the broker has read everything,
   * which a stopped one never does.
   */
  override disconnect(): void {
    this.socket.destroy();
  }

  override dial({ hostname, port }: { hostname: string; port: number }): Promise<Socket> {
    const slabs = new Slabs();
    return new Promise((resolve, reject) => {
      const socket = createConnection({
        host: hostname,
        port,
        noDelay: true,
        onread: {
          buffer: slabs.room,
          callback(bytes) {
            socket.emit('data', slabs.claim(bytes));
            return true;
          },
        },
      });
      socket.once('connect', () => {
        socket.removeAllListeners();
        resolve(socket);
      });
      socket.once('error', reject);
    });
  }
}

/** Options of the client's package, and those of this transport, which the package passes on. */
type TransportOptions = NodeConnectionOptions & {
  /** Only a server that runs as the user of this process is accepted. */
  readonly isOwnPeer?: boolean;
};

/** Like `connect` of the client's package, whose own transport reads at most 64 KiB at once. */
export function connectWithLargeReads(options: TransportOptions): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new LargeReads(), dnsResolveFn: nodeResolveHost });
  return NatsConnectionImpl.connect(options);
}
