import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { listenAt, type ListenAddress } from '../access/listen-address.ts';
import { authenticate } from './authenticate.ts';
import { connectionInput, type ConnectionInput } from './connection-input.ts';
import {
  errorResponse,
  message,
  readMessage,
  readOpening,
  readyForQuery,
  cString,
  withPrefix,
  type PostgresMessage,
} from './message.ts';
import type { ScramVerifier } from './scram.ts';
import { settingsOf } from './startup-settings.ts';
import type { SessionClient, SessionMultiplexer } from './session-multiplexer.ts';

/** A transaction that is idle for this long is ended, since all other connections wait for it. */
const IDLE_IN_TRANSACTION_MS = 20_000;

/** The `application_name` of clients that check whether the session works. */
export const LIVENESS_NAME = 'telltale-liveness';

/** A client has this time to prove who it is. */
const AUTHENTICATION_MS = 10_000;

interface WireServerNeeds {
  readonly sessions: SessionMultiplexer;
  readonly account: { readonly user: string; readonly verifier: ScramVerifier };
  /** Reported to each client at its start: server_version, TimeZone, … */
  readonly parameters: ReadonlyMap<string, string>;
}

let connections = 0;

function greeting({ parameters }: WireServerNeeds, id: number): Buffer {
  const statuses = [...parameters].map(([name, value]) => message('S', cString(name), cString(value)));
  const key = Buffer.alloc(8);
  key.writeInt32BE(id, 0);
  return Buffer.concat([...statuses, message('K', key), readyForQuery('I')]);
}

/** Handles the startup packets; returns the parameters of the connection, or undefined when it ends here. */
async function open(
  socket: Socket,
  input: ConnectionInput,
): Promise<ReadonlyMap<string, string> | undefined> {
  for (;;) {
    const opening = readOpening(input.buffered());
    if (opening.is === 'incomplete') {
      if (!(await input.more())) return undefined;
    } else if (opening.is === 'encryption request') {
      input.drop(opening.bytes);
      socket.write('N');
    } else if (opening.is === 'startup') {
      input.drop(opening.bytes);
      return opening.parameters;
    } else {
      if (opening.is === 'unknown') socket.write(errorResponse('FATAL', '08P01', 'unsupported protocol'));
      return undefined;
    }
  }
}

/** Q simple query, S Sync, H Flush, F function call, c and f end of COPY data: the client waits for a reply after these. */
const endsUnit = (type: string): boolean => 'QSHFcf'.includes(type);

async function* units(
  input: ConnectionInput,
  onMessage: (message: PostgresMessage) => Buffer,
): AsyncGenerator<Buffer> {
  let unit: Buffer[] = [];
  for (;;) {
    const next = readMessage(input.buffered());
    if (next === undefined) {
      if (!(await input.more())) return;
    } else {
      if (next.type === 'X') return;
      unit.push(onMessage(next));
      input.drop(next.bytes.length);
      if (endsUnit(next.type)) {
        yield Buffer.concat(unit);
        unit = [];
      }
    }
  }
}

/** Opens a connection and authenticates its client; undefined when it ends here. */
async function admit(
  socket: Socket,
  input: ConnectionInput,
  { account }: WireServerNeeds,
): Promise<ReadonlyMap<string, string> | undefined> {
  const late = setTimeout(() => socket.destroy(), AUTHENTICATION_MS);
  try {
    const startup = await open(socket, input);
    if (startup === undefined) return undefined;
    const write = (bytes: Buffer): void => {
      socket.write(bytes);
    };
    const isKnown = await authenticate({ input, write }, account, startup.get('user') ?? '');
    return isKnown ? startup : undefined;
  } finally {
    clearTimeout(late);
  }
}

async function serve(socket: Socket, needs: WireServerNeeds): Promise<void> {
  const input = connectionInput(socket);
  const startup = await admit(socket, input, needs);
  if (startup === undefined) return;
  const id = (connections += 1);
  const prefix = `c${String(id)}_`;
  const statements = new Set<string>();
  const client: SessionClient = {
    id,
    settings: settingsOf(startup),
    isLiveness: startup.get('application_name') === LIVENESS_NAME,
    send: (data) => {
      socket.write(Buffer.from(data));
    },
  };
  socket.write(greeting(needs, id));
  const rename = (received: PostgresMessage): Buffer => {
    const name =
      received.type === 'P' ? received.bytes.toString('utf8', 5, received.bytes.indexOf(0, 5)) : '';
    if (name !== '') statements.add(prefix + name);
    return withPrefix(received, prefix);
  };
  const idle = setInterval(() => {
    if (needs.sessions.holds(client) && lastMs + IDLE_IN_TRANSACTION_MS < performance.now())
      socket.destroy(new Error('idle in transaction'));
  }, 1_000);
  let lastMs = performance.now();
  try {
    for await (const unit of units(input, rename)) {
      lastMs = performance.now();
      await needs.sessions.run(client, unit);
      lastMs = performance.now();
    }
  } finally {
    clearInterval(idle);
    await needs.sessions.disconnect(client, [...statements]);
  }
}

/** Listens with PostgreSQL's wire protocol: any number of connections over one session. */
export async function listenForClients(
  needs: WireServerNeeds,
  address: ListenAddress,
): Promise<{ readonly port: number | undefined; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const makeServer = (): Server => {
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      // A reset by the peer ends the loop over its bytes and needs no report.
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      serve(socket, needs)
        // Invalid messages of a client end its own connection only.
        .catch(() => undefined)
        .finally(() => {
          socket.destroySoon();
        });
    });
    servers.push(server);
    return server;
  };
  const { port } = await listenAt(address, makeServer);
  return {
    port,
    async close() {
      const closed = Promise.all(servers.map((server) => once(server, 'close')));
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
