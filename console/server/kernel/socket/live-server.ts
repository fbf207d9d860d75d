import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '#schemas/socket/live.ts';
import { isSameOrigin } from '../csrf/csrf.ts';

const MAX_MESSAGE_BYTES = 4_096;

/** Ids only: what belongs to the account is kept once (`connected-callers.ts`). */
interface SocketData {
  account: number;
  session: string;
}
type NoEvents = Record<string, never>;
export type LiveServer = Server<ClientEvents, ServerEvents, NoEvents, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketData>;

/** Socket.IO on this HTTP server; pages of other sites are refused before anything else. */
export function openLiveServer(http: HttpServer, { secure }: { readonly secure: boolean }): LiveServer {
  return new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    allowRequest(request, answer) {
      answer(null, isSameOrigin(request.headers, { host: request.headers.host ?? '', secure }));
    },
  });
}

/** Of a connection's request only the cookies are used, once; the request itself would stay in memory as long as it lasts. */
export function cookiesOf(server: LiveServer): (socket: LiveSocket) => string | undefined {
  const cookies = new WeakMap<object, string>();
  server.engine.on('connection', (connection: LiveSocket['conn']) => {
    const { cookie } = connection.request.headers;
    if (cookie !== undefined) cookies.set(connection, cookie);
    Reflect.deleteProperty(connection, 'request');
  });
  return ({ conn }) => {
    const given = cookies.get(conn);
    cookies.delete(conn);
    return given;
  };
}

/** Messages that wait for a browser to take them. */
export const waitingFor = ({ conn }: LiveSocket): number => {
  // Not in its types: what Engine.IO holds back while the transport does not take more.
  const buffer: unknown = Reflect.get(conn, 'writeBuffer');
  return Array.isArray(buffer) ? buffer.length : 0;
};

const isTerminable = (value: unknown): value is { terminate(): void } =>
  typeof value === 'object' && value !== null && 'terminate' in value;

/** Ends a connection at once. Closing it the usual way would wait for the very messages that it does not take. */
export function cutOff(socket: LiveSocket): void {
  const line: unknown = Reflect.get(socket.conn.transport, 'socket');
  if (isTerminable(line)) line.terminate();
  else socket.conn.close(true);
}
