import { once } from 'node:events';
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Clock } from '#platform/clock/clock.ts';

export interface SimulatedRequest {
  readonly method: string;
  readonly url: URL;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SimulatedReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, undefined as an empty body, anything else as JSON. */
  readonly body?: unknown;
}

/** How managers fail in the field; what they share here, what is the vendor's own in its simulator. */
const shared = {
  'login page': {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<html><body>Log in</body></html>',
  },
  'rate limit': { status: 429, body: 'Too many requests' },
  overload: {
    status: 503,
    headers: { 'content-type': 'text/html' },
    body: '<html>Service Unavailable</html>',
  },
  'server error': { status: 500, body: { error: { message: 'Internal error', code: 'GEN0001' } } },
  forbidden: { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>Forbidden</html>' },
  'bad request': {
    status: 400,
    body: { error: { message: 'Bad Request', details: 'The query is not valid', code: 'REST0001' } },
  },
  missing: { status: 404, body: { error: { message: 'Not Found', code: '404' } } },
  'not JSON': { headers: { 'content-type': 'application/json' }, body: '{"data": [' },
  'password reset': { status: 302, headers: { location: '/passwordReset.html' }, body: '' },
  redirect: { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' }, body: '' },
} as const satisfies Readonly<Record<string, SimulatedReply>>;

export type SimulatedFault = keyof typeof shared | 'late' | 'hang' | 'endless' | 'cut';

interface ActiveFault {
  readonly fault: SimulatedFault;
  /** Requests that it affects: all by default. */
  readonly on?: RegExp;
  /** Number of requests that it affects; endless by default. */
  readonly times?: number;
  /** Delay of late responses. */
  readonly delayMs?: number;
}

export interface SimulatedOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** Speaks HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly clock: Pick<Clock, 'now' | 'wait'>;
}

export interface SimulatedServer {
  readonly url: string;
  /** Method and path of every request so far. */
  readonly requests: readonly string[];
  /** Method and path of the requests whose caller left without a response. */
  readonly abandoned: readonly string[];
  /** Called with every request to come. */
  readonly watch: (watcher: (request: SimulatedRequest) => void) => void;
  /** Responds to the requests that hang. */
  readonly releaseHeld: () => void;
  /** Replaces the fault; none without an argument. */
  readonly fail: (fault?: ActiveFault) => void;
  readonly close: () => void;
}

const MAX_BYTES = 4_000_000;

async function requestOf(message: IncomingMessage): Promise<SimulatedRequest> {
  let body = '';
  for await (const part of message.setEncoding('utf8')) {
    body += String(part);
    if (body.length > MAX_BYTES) break;
  }
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: message.method ?? 'GET',
    url: new URL(`http://manager${message.url ?? '/'}`),
    headers,
    body,
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: SimulatedReply): void {
  const isText = typeof body === 'string' || body === undefined;
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** Sends data until the other end closes the connection. */
function sendForever(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"data":[0');
  const more = (): void => {
    while (!response.destroyed && response.write(',0'.repeat(16_384)));
  };
  response.on('drain', more);
  response.on('error', () => undefined);
  more();
}

class FaultSwitch {
  #active: ActiveFault | undefined;
  #left = Infinity;

  set(fault: ActiveFault | undefined): void {
    this.#active = fault;
    this.#left = fault?.times ?? Infinity;
  }

  next({ method, url }: SimulatedRequest): ActiveFault | undefined {
    const active = this.#active;
    if (active === undefined || this.#left <= 0) return undefined;
    if (active.on?.test(`${method} ${url.pathname}`) === false) return undefined;
    this.#left -= 1;
    return active;
  }
}

/** A server that responds like a manager, or fails like one. */
export async function startManager(
  { host, port, tls, clock }: SimulatedOptions,
  handle: (request: SimulatedRequest) => SimulatedReply,
): Promise<SimulatedServer> {
  const faults = new FaultSwitch();
  const requests: string[] = [];
  const ended = new AbortController();
  const held: (() => void)[] = [];
  const abandoned: string[] = [];
  const watchers: ((request: SimulatedRequest) => void)[] = [];
  const reply = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('date', clock.now().toUTCString());
    const request = await requestOf(message);
    requests.push(`${request.method} ${request.url.pathname}`);
    for (const watcher of watchers) watcher(request);
    response.once('close', () => {
      if (!response.writableEnded) abandoned.push(`${request.method} ${request.url.pathname}`);
    });
    const { fault, delayMs = 0 } = faults.next(request) ?? {};
    if (fault === 'hang') {
      held.push(() => send(response, handle(request)));
      return;
    }
    if (fault === 'endless') return sendForever(response);
    if (fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data":[', () => response.destroy());
      return;
    }
    if (fault === 'late') await clock.wait(delayMs, ended.signal);
    send(response, fault === undefined || fault === 'late' ? handle(request) : shared[fault]);
  };
  const listener: RequestListener = (message, response) => {
    void reply(message, response).catch(() => response.destroy());
  };
  const server = tls === undefined ? createPlainServer(listener) : createTlsServer(tls, listener);
  server.listen(port, host);
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${String(bound)}`,
    requests,
    abandoned,
    watch: (watcher) => void watchers.push(watcher),
    releaseHeld() {
      for (const release of held.splice(0)) release();
    },
    fail: (fault) => faults.set(fault),
    close() {
      ended.abort();
      server.close();
      server.closeAllConnections();
    },
  };
}
