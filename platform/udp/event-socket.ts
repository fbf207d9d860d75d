import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { listenError } from './listen-error.ts';
import { dropsOfPort } from './proc-drops.ts';
import { RECEIVE_BUFFER_BYTES, type UdpListener, type UdpSocket } from './udp-socket.ts';

function enlarge(socket: Socket): void {
  for (let bytes = RECEIVE_BUFFER_BYTES; bytes >= 1024 ** 2; bytes /= 2)
    try {
      socket.setRecvBufferSize(bytes);
      return;
    } catch {
      // Too large: try half.
    }
}

/** Node's own socket: one event per datagram, on every system. */
export async function listenByEvents(listener: UdpListener): Promise<UdpSocket> {
  const { host, port, shared, onDatagram, onBatch, onError } = listener;
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', reusePort: shared });
  socket.on('message', (datagram, sender) => {
    onBatch?.();
    onDatagram(datagram, sender.address, sender.port);
  });
  try {
    socket.bind(port, host);
    await once(socket, 'listening');
  } catch (error) {
    throw listenError(error, listener);
  }
  socket.on('error', onError);
  enlarge(socket);
  const taken = socket.address().port;
  let closed = false;
  return {
    port: taken,
    bufferBytes: socket.getRecvBufferSize(),
    drops: () => dropsOfPort(taken, readFile),
    async close() {
      if (closed) return;
      closed = true;
      socket.close();
      await once(socket, 'close');
    },
  };
}
