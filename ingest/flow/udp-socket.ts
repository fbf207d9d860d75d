import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** Asked of the kernel; what it grants is bounded by net.core.rmem_max. */
const RECEIVE_BUFFER_BYTES = 32 * 1024 ** 2;

export interface UdpOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Several collectors share the port: the kernel spreads the exporters over them. */
  readonly shared: boolean;
  readonly onDatagram: (datagram: Uint8Array, sender: string) => void;
  /** An error of a socket that listens: it goes on. */
  readonly onError: (error: Error) => void;
}

function enlarge(socket: Socket): void {
  for (let bytes = RECEIVE_BUFFER_BYTES; bytes >= 1024 ** 2; bytes /= 2)
    try {
      socket.setRecvBufferSize(bytes);
      return;
    } catch {
      // Refused as too large: half of it.
    }
}

/** Listens for datagrams. Rejects when the port is taken. */
export async function listenUdp({ host, port, shared, onDatagram, onError }: UdpOptions): Promise<{
  readonly port: number;
  readonly close: () => Promise<void>;
}> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', reusePort: shared });
  socket.on('message', (datagram, { address }) => {
    onDatagram(datagram, address);
  });
  socket.bind(port, host);
  await once(socket, 'listening');
  socket.on('error', onError);
  enlarge(socket);
  return {
    port: socket.address().port,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
