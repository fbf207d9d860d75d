import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { connectionTimeouts, limitConnections } from './connection-limits.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function limited(maxPerAddress: number, trustedProxies: readonly string[] = []) {
  const logged: string[] = [];
  const log = { ...silentLog, warn: (_: unknown, event: string) => logged.push(event) };
  const server = createServer();
  limitConnections(server, { maxPerAddress, trustedProxies, log: log as unknown as typeof silentLog });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  /** Whether the server keeps a new connection: it responds to a request. */
  const opened = async (): Promise<Socket | undefined> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    closing.push(() => Promise.resolve(socket.destroy()));
    const refused = once(socket, 'close').then(() => undefined);
    socket.write('NO HTTP\r\n\r\n');
    return Promise.race([once(socket, 'data').then(() => socket), refused]);
  };
  server.on('clientError', (_error, socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  return { opened, logged };
}

it('connections of an address above the limit are closed and logged once, until others end', async () => {
  const { opened, logged } = await limited(2);
  const [first] = [await opened(), await opened()];
  expect(first).toBeDefined();
  expect([await opened(), await opened()]).toEqual([undefined, undefined]);
  expect(logged).toEqual(['connection limit exceeded']);
  first?.destroy();
  await expect.poll(async () => (await opened()) !== undefined).toBe(true);
});

it('connections of a trusted proxy are not counted', async () => {
  const { opened, logged } = await limited(1, ['127.0.0.0/8']);
  for (let each = 0; each < 3; each += 1) expect(await opened()).toBeDefined();
  expect(logged).toEqual([]);
});

it('a connection without a complete header, and one between requests, end after a time', () => {
  const { keepAliveTimeout, headersTimeout, connectionsCheckingInterval } = connectionTimeouts;
  const app = fastify({
    requestTimeout: 120_000,
    keepAliveTimeout,
    http: { headersTimeout, connectionsCheckingInterval },
  });
  expect(app.server.headersTimeout).toBe(15_000);
  expect(app.server.keepAliveTimeout).toBe(65_000);
  expect(app.server.requestTimeout).toBe(120_000);
});
