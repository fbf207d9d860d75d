import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import type { Log } from '#platform/log/log.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { Room, topics } from '#schemas/socket/live.ts';
import type { ClientEvents, JoinReply, Position, ServerEvents, Topic } from '#schemas/socket/live.ts';
import type { Caller } from '../access/access-store.ts';
import { isSameOrigin } from '../csrf/csrf.ts';

/** A screen follows a few rooms; the alerting across customers one per customer. */
const MAX_ROOMS = 5_000;
const MAX_MESSAGE_BYTES = 4_096;

interface SocketData {
  caller: Caller;
  sessionToken: string;
  sessionHash: string;
}
type NoEvents = Record<string, never>;
type LiveServer = Server<ClientEvents, ServerEvents, NoEvents, SocketData>;
type LiveSocket = Socket<ClientEvents, ServerEvents, NoEvents, SocketData>;

export interface Identity {
  readonly caller: Caller;
  readonly sessionToken: string;
  readonly sessionHash: string;
}

export interface GatewayNeeds {
  /** Who opens the connection, undefined when nobody is signed in. */
  readonly identify: (request: IncomingMessage) => Promise<Identity | undefined>;
  /** Who a session belongs to now, undefined when it is over. */
  readonly callerOf: (sessionToken: string) => Promise<Caller | undefined>;
  /** Where a room stands. */
  readonly position: (room: Room) => Position;
  readonly log: Log;
}

export interface LiveGateway {
  send(topic: Topic, customer: number, delta: unknown): void;
  /** Rights or sessions changed: everybody is looked at again, who lost a right leaves at once. */
  review(): Promise<void>;
  /** A session ended: its connections too. */
  ended(sessionHash: string): void;
  /** Hashes of the sessions that have connections. */
  sessions(): ReadonlySet<string>;
  close(): Promise<void>;
}

const nameOf = ({ topic, customer }: Room): string => `${topic}:${String(customer)}`;

function refusal(caller: Caller, { topic, customer }: Room): ProblemCode | undefined {
  if (!caller.permissions.has(topics[topic].needs)) return 'FORBIDDEN';
  return caller.customers.has(customer) ? undefined : 'NOT_FOUND';
}

function answerJoins(socket: LiveSocket, { position }: GatewayNeeds): void {
  socket.on('join', (asked, answer) => {
    const reply = (value: JoinReply): void => {
      if (typeof answer === 'function') answer(value);
    };
    const room = Room.safeParse(asked);
    if (!room.success) {
      reply({ ok: false, code: 'VALIDATION' });
      return;
    }
    const code = socket.rooms.size > MAX_ROOMS ? 'TOO_MANY_ROOMS' : refusal(socket.data.caller, room.data);
    if (code !== undefined) {
      reply({ ok: false, code });
      return;
    }
    void socket.join(nameOf(room.data));
    reply({ ok: true, position: position(room.data) });
  });
  socket.on('leave', (asked) => {
    const room = Room.safeParse(asked);
    if (room.success) void socket.leave(nameOf(room.data));
  });
}

async function reviewSocket(socket: LiveSocket, { callerOf }: GatewayNeeds): Promise<void> {
  const caller = await callerOf(socket.data.sessionToken);
  if (caller === undefined) {
    socket.emit('ended');
    socket.disconnect(true);
    return;
  }
  socket.data.caller = caller;
  for (const name of socket.rooms) {
    const [topic, customer] = name.split(':');
    const room = Room.safeParse({ topic, customer: Number(customer) });
    if (room.success && refusal(caller, room.data) !== undefined) await socket.leave(name);
  }
  socket.emit('rights');
}

function open(http: HttpServer): LiveServer {
  return new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    allowRequest(request, answer) {
      answer(null, isSameOrigin(request.headers, request.headers.host ?? ''));
    },
  });
}

/** Socket.IO: rooms per topic and customer, joined with the right only; deltas go out as the engine made them. */
export function openGateway(http: HttpServer, needs: GatewayNeeds): LiveGateway {
  const server = open(http);
  server.use((socket, next) => {
    needs.identify(socket.request).then(
      (identity) => {
        if (identity === undefined) {
          next(new Error('UNAUTHENTICATED'));
          return;
        }
        socket.data = { ...identity };
        next();
      },
      (error: unknown) => {
        needs.log.error({ err: error }, 'a connection could not be identified');
        next(new Error('SERVER_PROBLEM'));
      },
    );
  });
  server.on('connection', (socket) => {
    answerJoins(socket, needs);
  });
  return {
    send(topic, customer, delta) {
      server.to(nameOf({ topic, customer })).emit(topic, delta as never);
    },
    async review() {
      for (const socket of server.sockets.sockets.values()) await reviewSocket(socket, needs);
    },
    ended(sessionHash) {
      for (const socket of server.sockets.sockets.values()) {
        if (socket.data.sessionHash !== sessionHash) continue;
        socket.emit('ended');
        socket.disconnect(true);
      }
    },
    sessions: () => new Set([...server.sockets.sockets.values()].map(({ data }) => data.sessionHash)),
    close: () => server.close(),
  };
}
