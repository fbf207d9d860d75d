import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { basePathOf, stripBasePath } from './base-path.ts';

/** The URL that a server below `/noc/` sees for a request, and for a socket. */
async function seenFor(path: string): Promise<readonly string[]> {
  const seen: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    seen.push(url);
    response.end();
  });
  server.on('upgrade', ({ url = '' }, socket) => {
    seen.push(url);
    socket.destroy();
  });
  stripBasePath(server, '/noc/');
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const send = (headers: Readonly<Record<string, string>>) =>
    new Promise<void>((done) => {
      const sent = request({ port, path, headers, agent: false }, (response) =>
        response.resume().on('end', done),
      );
      sent.on('error', () => done());
      sent.end();
    });
  await send({});
  await send({ connection: 'upgrade', upgrade: 'websocket' });
  await new Promise((closed) => server.close(closed));
  return seen;
}

describe('the base path of the console', () => {
  it.each([
    ['https://noc.example.net', '/'],
    ['https://example.net/noc', '/noc/'],
    ['https://example.net/noc/', '/noc/'],
  ])('of %s is %s', (publicUrl, path) => {
    expect(basePathOf(publicUrl)).toBe(path);
  });

  it.each([
    ['/noc/api/v1/session?a=1', '/api/v1/session?a=1'],
    ['/noc', '/'],
    ['/api/v1/session', '/api/v1/session'],
    ['/nocturnal', '/nocturnal'],
  ])('is stripped from requests and sockets unless the proxy did: %s', async (path, url) => {
    expect(await seenFor(path)).toEqual([url, url]);
  });
});
