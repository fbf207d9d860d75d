import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { ClientEvents, ServerEvents } from '#schemas/socket/live.ts';

const PATIENCE_MS = 30_000;

export type BenchSocket = Socket<ServerEvents, ClientEvents>;

/** A signed-in user with the alerts of a customer open. */
export interface Visitor {
  readonly url: string;
  readonly cookie: string;
  readonly customer: number;
}

async function openSocket({ url, cookie, customer }: Visitor): Promise<BenchSocket> {
  const socket: BenchSocket = io(url, {
    forceNew: true,
    transports: ['websocket'],
    extraHeaders: { cookie, origin: url },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const reply = await socket.timeout(PATIENCE_MS).emitWithAck('join', { topic: 'alert', customer });
  if (!reply.ok) throw new Error(`the room answers ${reply.code}`);
  return socket;
}

/** As many sockets as wanted, opened one after the other. */
export async function openSockets(visitor: Visitor, count: number): Promise<readonly BenchSocket[]> {
  const sockets: BenchSocket[] = [];
  for (let at = 0; at < count; at += 1) sockets.push(await openSocket(visitor));
  return sockets;
}
