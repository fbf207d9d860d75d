import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

async function isFreeUdp(port: number, address: string): Promise<boolean> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  try {
    socket.bind(port, address);
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

async function isFreeTcp(port: number, address: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, address);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

export interface RequiredPort {
  /** Environment variable of the port. */
  readonly variable: string;
  readonly port: number;
  readonly protocol: 'tcp' | 'udp';
}

/** The ports that browsers and exporters use. */
export const requiredPorts = (
  config: Readonly<Record<'PORT' | 'NETFLOW_PORT' | 'IPFIX_PORT' | 'SFLOW_PORT', number>>,
): readonly RequiredPort[] => [
  { variable: 'PORT', port: config.PORT, protocol: 'tcp' },
  { variable: 'NETFLOW_PORT', port: config.NETFLOW_PORT, protocol: 'udp' },
  { variable: 'IPFIX_PORT', port: config.IPFIX_PORT, protocol: 'udp' },
  { variable: 'SFLOW_PORT', port: config.SFLOW_PORT, protocol: 'udp' },
];

/** Returns one line for each port that another process uses; none when all are free. */
export async function takenPorts(
  address: string,
  ports: readonly RequiredPort[],
): Promise<readonly string[]> {
  const checked = await Promise.all(
    ports.map(async ({ variable, port, protocol }) => {
      const free = port === 0 || (await (protocol === 'tcp' ? isFreeTcp : isFreeUdp)(port, address));
      return free
        ? []
        : [
            `${protocol.toUpperCase()} port ${String(port)} on ${address} cannot be used: choose another one with ${variable}`,
          ];
    }),
  );
  return checked.flat();
}

const TRIES = 200;

interface TcpPlace {
  readonly address: string;
  readonly port: number;
}

async function areFreeTcp(places: readonly TcpPlace[]): Promise<boolean> {
  for (const { port, address } of places) if (!(await isFreeTcp(port, address))) return false;
  return true;
}

/** Returns the first free UDP port from `first` on, at an address, with which the TCP ports next to it are free as well. */
export async function freeUdpPort(
  first: number,
  address: string,
  adjacent: (port: number) => readonly TcpPlace[] = () => [],
): Promise<number> {
  for (let port = first; port < first + TRIES; port++)
    if ((await isFreeUdp(port, address)) && (await areFreeTcp(adjacent(port)))) return port;
  throw new Error(`no free UDP port from ${String(first)} on at ${address}`);
}

/** A loopback address at which nothing listens: a port that is bound there is spoken for. */
const HOLD = '127.255.255.254';

/** Binds all of the ports at `HOLD`, or none; undefined: another process has one of them. */
async function held(ports: readonly number[]): Promise<readonly Socket[] | undefined> {
  const sockets: Socket[] = [];
  for (const port of new Set(ports)) {
    const socket = createSocket('udp4');
    sockets.push(socket);
    try {
      socket.bind({ port, address: HOLD, exclusive: true });
      await once(socket, 'listening');
    } catch {
      for (const other of sockets) other.close();
      return undefined;
    }
  }
  return sockets;
}

/**
 * `freeUdpPort` of a demonstration network, whose devices listen seconds later: until this process ends, no other one that looks for a
 * port finds the same one, or one of those next to it.
 */
export async function heldUdpPort(
  first: number,
  address: string,
  adjacent: (port: number) => readonly TcpPlace[],
): Promise<number> {
  let port = first - 1;
  while (port < first + TRIES) {
    port = await freeUdpPort(port + 1, address, adjacent);
    const sockets = await held([port, ...adjacent(port).map((place) => place.port)]);
    for (const socket of sockets ?? []) socket.unref();
    if (sockets !== undefined) return port;
  }
  throw new Error(`no free UDP port from ${String(first)} on at ${address}`);
}
