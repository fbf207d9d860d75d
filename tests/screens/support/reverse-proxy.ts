import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface ReverseProxyOptions {
  /** Path below which everything is forwarded, without a slash at its end. */
  readonly base?: string;
  /** Whether it strips the base path. */
  readonly strips?: boolean;
  readonly blocksWebSockets?: boolean;
  /** Ends TLS here, as `https` of the address says. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface ReverseProxy {
  readonly origin: string;
  /** Requests next to the base path. */
  readonly outside: readonly string[];
  readonly leadTo: (port: number) => void;
  readonly close: () => void;
}

/** Forwards headers as they are, and the address and protocol of the client as proxies do. */
const forwardedHeaders = ({ headers, socket }: IncomingMessage, isSecure: boolean) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].flat().filter(Boolean).join(', '),
  'x-forwarded-proto': isSecure ? 'https' : 'http',
});

function open(tls: ReverseProxyOptions['tls'], listener: RequestListener): Server {
  return tls === undefined ? createServer(listener) : (createSecureServer({ ...tls }, listener) as Server);
}

/** A reverse proxy, as operators put it before the console. `leadTo` sets where it leads. */
export async function openReverseProxy({
  base = '',
  strips = false,
  blocksWebSockets = false,
  tls,
}: ReverseProxyOptions): Promise<ReverseProxy> {
  let port = 0;
  const outside: string[] = [];
  const pathOf = (url: string): string => (strips ? url.slice(base.length) || '/' : url);
  const headersOf = (received: IncomingMessage) => forwardedHeaders(received, tls !== undefined);
  const server = open(tls, (received, response) => {
    const { url = '/', method } = received;
    if (!url.startsWith(base)) {
      outside.push(url);
      response.writeHead(404).end();
      return;
    }
    const sent = forward({ port, method, headers: headersOf(received), path: pathOf(url) }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    received.pipe(sent);
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
  });
  server.on('upgrade', (received: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (blocksWebSockets) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      return;
    }
    const sent = forward({ port, headers: headersOf(received), path: pathOf(received.url ?? '/') });
    sent.on('upgrade', (reply, peer, first) => {
      const lines = Object.entries(reply.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      peer.write(head);
      peer.pipe(socket).pipe(peer);
      for (const one of [peer, socket]) one.on('error', () => peer.destroy());
    });
    sent.on('error', () => socket.destroy());
    socket.on('close', () => sent.destroy());
    sent.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const scheme = tls === undefined ? 'http' : 'https';
  return {
    origin: `${scheme}://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    outside,
    leadTo: (to) => {
      port = to;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
