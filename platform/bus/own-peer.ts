import { existsSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** Sockets of this machine (proc_pid_net(5)): local address, remote address, state, queues, timer, retries, user. */
const TABLE = '/proc/net/tcp';
const LOCAL = 1;
const REMOTE = 2;
const USER = 7;

/** An IPv4 address as the kernel prints it: the four bytes of the word in memory, which is little-endian on all our machines. */
const kernelAddress = (address: string, port: number): string => {
  const bytes = address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return `${bytes.toReversed().join('')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
};

export interface SocketEnds {
  readonly address: string;
  readonly port: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
}

/** Returns the user who owns the other end of a connection on this machine, undefined when the table does not list it. */
export function peerUser(table: string, ends: SocketEnds): number | undefined {
  const local = kernelAddress(ends.remoteAddress, ends.remotePort);
  const remote = kernelAddress(ends.address, ends.port);
  for (const line of table.split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (fields[LOCAL] === local && fields[REMOTE] === remote) return Number(fields[USER]);
  }
  return undefined;
}

/**
 * Throws when the server of a connection on this machine runs as another user: while the real one is down, any local process
 * could listen on its port. Only Linux has the table.
 */
export function assertOwnPeer(socket: Socket): void {
  if (!existsSync(TABLE)) return;
  const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = socket;
  const ends = { address: localAddress, port: localPort, remoteAddress, remotePort };
  const user = peerUser(readFileSync(TABLE, 'utf8'), ends);
  if (user !== process.getuid?.())
    throw new Error(
      `the server on port ${String(remotePort)} runs as user ${String(user)}, not as this process`,
    );
}
