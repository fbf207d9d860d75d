import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { expect } from 'vitest';
import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlertDelta, ClientEvents, JoinReply, ServerEvents, Topic } from '#schemas/socket/live.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { ORIGIN, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

export type LiveConnection = Socket<ServerEvents, ClientEvents>;

/** A signed-in user with a live connection. */
export interface LiveUser {
  readonly username: string;
  readonly account: number;
  readonly page: Browser;
  readonly socket: LiveConnection;
}

export const opened = (socket: LiveConnection): Promise<string> =>
  new Promise((resolve) => {
    socket.once('connect', () => {
      resolve('connected');
    });
    socket.once('connect_error', ({ message }) => {
      resolve(message);
    });
  });

export const join = (socket: LiveConnection, topic: Topic, customer: number): Promise<JoinReply> =>
  socket.timeout(5_000).emitWithAck('join', { topic, customer });

export function received(socket: LiveConnection): AlertDelta[] {
  const deltas: AlertDelta[] = [];
  socket.on('alert', (delta) => deltas.push(delta));
  return deltas;
}

/** Resolves when the server sends this event to the connection. */
export const nextEvent = (socket: LiveConnection, event: 'rights' | 'ended'): Promise<void> =>
  new Promise((resolve) => socket.once(event, resolve));

export interface LiveUsers {
  readonly socketOf: (page: Browser | undefined, headers?: Record<string, string>) => LiveConnection;
  readonly someone: (
    permissions?: Iterable<Permission>,
    customers?: readonly string[],
    username?: string,
  ) => Promise<LiveUser>;
  /** The next delta of a customer, with this content. */
  readonly publish: (customer: number, content?: Partial<AlertDelta>) => AlertDelta;
  /** Resolves when everything published so far was sent: a witness in its own room has received it. */
  readonly settle: (customer: number) => Promise<void>;
  readonly disconnect: () => void;
}

/** Users with live connections to a server, which begins to listen. */
export async function liveUsersOf(server: ServerUnderTest): Promise<LiveUsers> {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${String((server.app.server.address() as AddressInfo).port)}`;
  let open: LiveConnection[] = [];
  let made = 0;
  let seq = 4;

  function socketOf(page: Browser | undefined, headers: Record<string, string> = {}): LiveConnection {
    const cookie = [...(page?.cookies ?? [])].map((pair) => pair.join('=')).join('; ');
    const socket: LiveConnection = io(url, {
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      extraHeaders: { cookie, host: new URL(ORIGIN).host, origin: ORIGIN, ...headers },
    });
    open.push(socket);
    return socket;
  }

  async function someone(
    permissions: Iterable<Permission> = ['ALERT.read'],
    customers: readonly string[] = ['acme'],
    username = `watcher-${String((made += 1))}`,
  ): Promise<LiveUser> {
    const account = await server.account({ username, permissions: [...permissions], customers });
    const page = await server.withSession(account);
    const socket = socketOf(page);
    expect(await opened(socket)).toBe('connected');
    return { username, account, page, socket };
  }

  function publish(customer: number, content: Partial<AlertDelta> = {}): AlertDelta {
    seq += 1;
    const counts = noAlerts;
    const delta: AlertDelta = { epoch: 'run 1', seq, at: seq * 1_000, customer, counts, ...content };
    server.stack.bus.publish(subjects.live(customer, 'alert'), JSON.stringify(delta));
    return delta;
  }

  return {
    socketOf,
    someone,
    publish,
    async settle(customer) {
      const { socket } = await someone(['ALERT.read'], ['acme', 'globex', 'initech']);
      const seen = received(socket);
      await join(socket, 'alert', customer);
      const { seq: last } = publish(customer);
      await eventually(() => seen.find((delta) => delta.seq === last));
    },
    disconnect() {
      for (const socket of open) socket.disconnect();
      open = [];
    },
  };
}
