import { timingSafeEqual, createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { listenAt, type ListenAddress } from '../access/listen-address.ts';
import type { ClickHouseEngine } from './engine.ts';
import { ClickHouseFailure } from './failure.ts';
import { handleQuery, sendFailure } from './handler.ts';
import { requestCredentials } from './request.ts';

interface QueryServerOptions {
  readonly engine: ClickHouseEngine;
  readonly address: ListenAddress;
  readonly user: string;
  readonly password: string;
}

/**
 * DNS rebinding lets a page in a browser send requests to loopback under its own host name: only requests for loopback names or
 * addresses are served.
 */
const isLocalName = (host: string | undefined): boolean =>
  host === undefined || /^(localhost|127(\.\d+){3}|\[[0-9a-f:.]+\])(:\d+)?$/i.test(host);

/**
 * A page in a browser can send a POST without a preflight request, also to loopback. Browsers mark what pages send with these headers,
 * which a page cannot remove; no client of a database sends them (Fetch Metadata, W3C; RFC 6454).
 */
const isFromPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || Object.keys(headers).some((name) => name.startsWith('sec-fetch-'));

/** Running queries may complete within this time after the stop. */
const GRACE_MS = 3_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function isKnown({ user, password }: QueryServerOptions, request: IncomingMessage): boolean {
  const given = requestCredentials(request);
  // Both are compared, so that the time shows nothing.
  const [isUser, isPassword] = [
    timingSafeEqual(digest(user), digest(given.user)),
    timingSafeEqual(digest(password), digest(given.password)),
  ];
  return isUser && isPassword;
}

async function serve(
  options: QueryServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { engine } = options;
  response.setHeader('X-ClickHouse-Server-Display-Name', 'telltale-embedded');
  const path = (request.url ?? '/').split('?')[0];
  if (!isLocalName(request.headers.host)) {
    response.writeHead(403).end('This name is not served.\n');
  } else if (isFromPage(request)) {
    response.writeHead(403).end('Requests of web pages are not served.\n');
  } else if (path === '/ping' || (path === '/' && request.url === '/' && request.method === 'GET')) {
    response.end('Ok.\n');
  } else if (path !== '/') {
    response.writeHead(404).end(`There is no handle ${String(path)}\n`);
  } else if (!isKnown(options, request)) {
    const rejected = new ClickHouseFailure(
      516,
      'Authentication failed: user or password is incorrect. (AUTHENTICATION_FAILED)',
    );
    sendFailure(response, rejected, engine.version);
  } else await handleQuery(engine, request, response);
}

function closeServer(server: HttpServer): Promise<unknown> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  return closed;
}

/** ClickHouse's HTTP interface over the engine. */
export async function listenForQueries(
  options: QueryServerOptions,
): Promise<{ readonly port: number | undefined; readonly close: () => Promise<void> }> {
  const servers: HttpServer[] = [];
  const makeServer = (): HttpServer => {
    const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0 }, (request, response) => {
      serve(options, request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    servers.push(server);
    return server;
  };
  const { port } = await listenAt(options.address, makeServer);
  return {
    port,
    async close() {
      const closed = Promise.all(servers.map(closeServer));
      const late = setTimeout(() => {
        for (const server of servers) server.closeAllConnections();
      }, GRACE_MS);
      await closed;
      clearTimeout(late);
    },
  };
}
