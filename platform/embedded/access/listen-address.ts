import { rmSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo, ListenOptions, Server } from 'node:net';
import { join } from 'node:path';

/** Longest path of a Unix socket that every system takes (`sun_path` of macOS: 104 bytes with its end). */
const MAX_SOCKET_BYTES = 103;

/** Where a store listens: a Unix socket in a directory that only its user enters, a port on loopback, or both. */
export interface ListenAddress {
  readonly socket: string | undefined;
  /** 0 selects a free one; undefined: none. */
  readonly port: number | undefined;
}

const NAMES = {
  clickhouse: 'clickhouse.sock',
  /** PostgreSQL's clients append this name to a directory. */
  postgres: '.s.PGSQL.5432',
} as const;

/** Returns where a store below `data` listens. `port`: 0 for none, unless the path is too long for a socket; it then selects a free one. */
export function listenAddressOf(data: string, store: keyof typeof NAMES, port: number): ListenAddress {
  const socket = join(data, 'embedded', NAMES[store]);
  if (Buffer.byteLength(socket) > MAX_SOCKET_BYTES) return { socket: undefined, port };
  return { socket, port: port === 0 ? undefined : port };
}

/** Listens on socket and port, with a server for each. Returns the port in use, undefined without one. */
export async function listenAt(
  { socket, port }: ListenAddress,
  makeServer: () => Server,
): Promise<{ readonly port: number | undefined }> {
  const listen = async (options: ListenOptions): Promise<Server> => {
    const server = makeServer();
    server.listen(options);
    await once(server, 'listening');
    return server;
  };
  if (socket !== undefined) {
    // A killed process leaves its socket behind. One supervisor owns the directory.
    rmSync(socket, { force: true });
    await listen({ path: socket });
  }
  if (port === undefined) return { port };
  const { port: given } = (await listen({ port, host: '127.0.0.1' })).address() as AddressInfo;
  return { port: given };
}

interface StoreLogin {
  readonly address: ListenAddress;
  readonly user: string;
  readonly password: string;
}

/** `socket` is a parameter of this product's client; see `openClickHouse`. */
export const clickhouseAddress = ({ address: { socket, port }, user, password }: StoreLogin): string =>
  socket === undefined
    ? `http://${user}:${password}@127.0.0.1:${String(port)}/default`
    : `http://${user}:${password}@localhost/default?socket=${encodeURIComponent(socket)}`;

/** PostgreSQL's clients take the directory of a socket as host. */
export const postgresAddress = ({ address: { socket, port }, user, password }: StoreLogin): string =>
  socket === undefined
    ? `postgres://${user}:${password}@127.0.0.1:${String(port)}/postgres`
    : `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(join(socket, '..'))}`;
