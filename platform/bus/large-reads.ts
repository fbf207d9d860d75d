import { createConnection } from 'node:net';
import type { Socket } from 'node:net';
import { NatsConnectionImpl, setTransportFactory } from '@nats-io/transport-node';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import { NodeTransport, nodeResolveHost } from '@nats-io/transport-node/lib/node_transport.js';

/** Several messages of a collector: what comes in one piece is not gathered from pieces of 64 KiB, each time in a larger buffer. */
const SLAB_BYTES = 1024 ** 2;
/** A slab with less room is left to what stands in it. */
const LEAST_BYTES = 64 * 1024;
/** Less than this is copied: an acknowledgement must not hold a slab. */
const COPIED_BYTES = 16 * 1024;

/** Where a socket puts what it reads: one piece behind the other, never twice in the same place unless it was copied. */
export class Slabs {
  #free = Buffer.allocUnsafeSlow(SLAB_BYTES);

  /** Room for the next read. */
  readonly room = (): Buffer => this.#free;

  /** What a read has put there, to be kept by whoever wants it. */
  take(bytes: number): Buffer {
    const taken = this.#free.subarray(0, bytes);
    if (bytes < COPIED_BYTES) return Buffer.from(taken);
    const left = this.#free.subarray(bytes);
    this.#free = left.length < LEAST_BYTES ? Buffer.allocUnsafeSlow(SLAB_BYTES) : left;
    return taken;
  }
}

/** The transport of the client, but for how its sockets read. */
class LargeReads extends NodeTransport {
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
            socket.emit('data', slabs.take(bytes));
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

/** As `connect` of the client's package does; its own transport gets 64 KiB with a read at most. */
export function connectWithLargeReads(options: NodeConnectionOptions): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new LargeReads(), dnsResolveFn: nodeResolveHost });
  return NatsConnectionImpl.connect(options);
}
