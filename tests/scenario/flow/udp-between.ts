import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

/** Fate of a response: `send` delivers a datagram to the requester. */
export type Meddle = (response: Buffer, send: (datagram: Buffer) => void) => void;

/** A proxy between one requester and an agent on loopback: requests pass, responses go through `meddle`. */
export async function startUdpBetween(agentPort: number) {
  const [outside, inside] = await Promise.all([bound(), bound()]);
  const honest: Meddle = (response, send) => {
    send(response);
  };
  const between = {
    port: outside.address().port,
    meddle: honest,
    honest,
    requests: 0,
    close(): void {
      outside.close();
      inside.close();
    },
  };
  let requester = 0;
  outside.on('message', (request, { port }) => {
    requester = port;
    between.requests += 1;
    inside.send(request, agentPort, '127.0.0.1');
  });
  inside.on('message', (response) => {
    const port = requester;
    between.meddle(response, (datagram) => {
      outside.send(datagram, port, '127.0.0.1');
    });
  });
  return between;
}
