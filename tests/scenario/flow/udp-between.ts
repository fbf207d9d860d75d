import { createSocket } from 'node:dgram';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';

async function bound(): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

/** What becomes of an answer: `send` brings a datagram to the asker. */
export type Meddle = (answer: Buffer, send: (datagram: Buffer) => void) => void;

/** Stands between one asker and an agent on loopback: requests pass, answers pass as `meddle` lets them. */
export async function startUdpBetween(agentPort: number) {
  const [outside, inside] = await Promise.all([bound(), bound()]);
  const honest: Meddle = (answer, send) => {
    send(answer);
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
  let asker = 0;
  outside.on('message', (request, { port }) => {
    asker = port;
    between.requests += 1;
    inside.send(request, agentPort, '127.0.0.1');
  });
  inside.on('message', (answer) => {
    const port = asker;
    between.meddle(answer, (datagram) => {
      outside.send(datagram, port, '127.0.0.1');
    });
  });
  return between;
}
