import { timingSafeEqual, createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClickHouseEngine } from './engine.ts';
import { ClickHouseFailure } from './failure.ts';
import { handleQuery, sendFailure } from './handler.ts';
import { requestPassword } from './request.ts';

interface Serving {
  readonly engine: ClickHouseEngine;
  /** 0 selects a free port. */
  readonly port: number;
  readonly host: string;
  /** Empty: no authentication. */
  readonly password: string;
}

/**
 * DNS rebinding lets a page in a browser send requests to loopback under its own host name: only requests for loopback names or
 * addresses are served.
 */
const isLocalName = (host: string | undefined): boolean =>
  host === undefined || /^(localhost|127(\.\d+){3}|\[[0-9a-f:.]+\])(:\d+)?$/i.test(host);

/** Running queries may complete within this time after the stop. */
const GRACE_MS = 3_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

async function serve(
  { engine, password }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('X-ClickHouse-Server-Display-Name', 'telltale-embedded');
  const path = (request.url ?? '/').split('?')[0];
  if (!isLocalName(request.headers.host)) {
    response.writeHead(403).end('This name is not served.\n');
  } else if (path === '/ping' || (path === '/' && request.url === '/' && request.method === 'GET')) {
    response.end('Ok.\n');
  } else if (path !== '/') {
    response.writeHead(404).end(`There is no handle ${String(path)}\n`);
  } else if (password !== '' && !timingSafeEqual(digest(password), digest(requestPassword(request)))) {
    const rejected = new ClickHouseFailure(
      516,
      'Authentication failed: password is incorrect. (AUTHENTICATION_FAILED)',
    );
    sendFailure(response, rejected, engine.version);
  } else await handleQuery(engine, request, response);
}

/** ClickHouse's HTTP interface over the engine. */
export async function listenForQueries(
  serving: Serving,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = createServer({ keepAliveTimeout: 30_000, requestTimeout: 0 }, (request, response) => {
    serve(serving, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.listen(serving.port, serving.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const late = setTimeout(() => {
        server.closeAllConnections();
      }, GRACE_MS);
      await closed;
      clearTimeout(late);
    },
  };
}
