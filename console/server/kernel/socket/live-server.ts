import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '#schemas/socket/live.ts';
import { isSameOrigin } from '../csrf/csrf.ts';

const MAX_MESSAGE_BYTES = 4_096;
/** A page notices a hung server within the sum of both. Socket.IO's defaults add up to 45 s. */
const PING_MS = { pingInterval: 10_000, pingTimeout: 10_000 } as const;

/** Ids only: data of the account is kept once (`connected-callers.ts`). */
interface SocketData {
  /** The user, or the owner of the display token. */
  account: number;
  /** Hash of the session, or of the display token. */
  session: string;
  /** `rightsKeyOf` the caller. */
  rights: string;
  display: boolean;
}
type NoEvents = Record<string, never>;
export type LiveServer = Server<ClientEvents, ServerEvents, NoEvents, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketData>;

/** Opens Socket.IO on an HTTP server. Pages of other sites are rejected first. */
export function openLiveServer(http: HttpServer, { secure }: { readonly secure: boolean }): LiveServer {
  return new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    ...PING_MS,
    allowRequest(request, response) {
      response(null, isSameOrigin(request.headers, { host: request.headers.host ?? '', secure }));
    },
  });
}

/** Reads the cookies of a connection once and releases its request, which would otherwise stay in memory as long as the connection. */
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

/** The display token of a connection. */
export function displayTokenOf({ handshake }: LiveSocket): string | undefined {
  const { token }: { token?: unknown } = handshake.auth;
  return typeof token === 'string' ? token : undefined;
}

/** Number of messages that the browser has not accepted yet. */
export const queuedMessages = ({ conn }: LiveSocket): number => {
  // Not in the types of Engine.IO: the messages it queues while the transport is blocked.
  const buffer: unknown = Reflect.get(conn, 'writeBuffer');
  return Array.isArray(buffer) ? buffer.length : 0;
};

const isTerminable = (value: unknown): value is { terminate(): void } =>
  typeof value === 'object' && value !== null && 'terminate' in value;

/** Terminates a connection at once. A regular close would wait for the queued messages. */
export function terminate(socket: LiveSocket): void {
  const webSocket: unknown = Reflect.get(socket.conn.transport, 'socket');
  if (isTerminable(webSocket)) webSocket.terminate();
  else socket.conn.close(true);
}
