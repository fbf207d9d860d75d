import type { Server } from 'node:http';
import type { BlockList } from 'node:net';
import { isListed, networkList } from '#platform/outbound/internal-address.ts';
import type { Log } from '#platform/log/log.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { addressKey } from '../rate/limit-rates.ts';

/**
 * How long a connection may be without a complete header or between requests. Idle and half-open connections would otherwise use up the
 * file descriptors of the process (slowloris).
 */
export const connectionTimeouts = {
  headersTimeout: 15 * SECOND_MS,
  connectionsCheckingInterval: 5 * SECOND_MS,
  /** Longer than the 60 s for which common proxies keep a connection, so that they close it first. */
  keepAliveTimeout: 65 * SECOND_MS,
} as const;

/** Open connections of one address. Many users may share one. */
export const CONNECTIONS_PER_ADDRESS = 1_000;

interface ConnectionRules {
  readonly maxPerAddress: number;
  /** Their connections carry those of all users. */
  readonly trustedProxies: readonly string[];
  readonly log: Log;
}

/** Closes new connections of an address that has `maxPerAddress` open. Logs an address once until it has none. */
export function limitConnections(
  server: Server,
  { maxPerAddress, trustedProxies, log }: ConnectionRules,
): void {
  const proxies: BlockList = networkList(trustedProxies);
  const open = new Map<string, number>();
  const logged = new Set<string>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isListed(address, proxies)) return;
    const key = addressKey(address);
    const count = (open.get(key) ?? 0) + 1;
    if (count > maxPerAddress) {
      socket.destroy();
      if (!logged.has(key)) log.warn({ address, maxConnections: maxPerAddress }, 'connection limit exceeded');
      logged.add(key);
      return;
    }
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else {
        open.delete(key);
        logged.delete(key);
      }
    });
  });
}
