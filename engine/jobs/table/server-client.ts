import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { z } from 'zod';
import { Problem } from '#schemas/problem/problem.ts';
import { DEFAULT_TIMEOUT_MS, type Route } from '#schemas/route.ts';
import { RenderingError, ServerUnavailable } from '../rendering-error.ts';

interface Call {
  readonly params?: Readonly<Record<string, number>>;
  readonly body?: unknown;
}

export interface ServerClient {
  readonly read: <R extends Route>(route: R, call: Call) => Promise<z.output<R['reply']>>;
  /** Calls `onLine` with each value of a reply of lines of JSON. */
  readonly lines: (route: Route, call: Call, onLine: (line: unknown) => void) => Promise<void>;
}

const pathOf = (path: string, params: Call['params'] = {}): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name] ?? ''));

const failureOf = (status: number): 'right' | 'report' | 'failed' =>
  status === 401 || status === 403 ? 'right' : status === 404 ? 'report' : 'failed';

/** Why a server rejects a call, in its own words. */
async function rejection(response: Response): Promise<Error> {
  const { status } = response;
  if (status === 502 || status === 503)
    return new ServerUnavailable(`The server responds ${String(status)}.`);
  const problem = Problem.safeParse(await response.json().catch(() => undefined));
  const detail = problem.success ? problem.data.title : `The server responds ${String(status)}.`;
  return new RenderingError(failureOf(status), detail);
}

interface ClientOptions {
  readonly consoleUrl: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Why a call has not ended well: a server that is away is waited for, one that takes too long is not. */
function failed(error: unknown, path: string): Error {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new RenderingError('slow', `The server did not respond in time: ${path}`, { cause: error });
  if (error instanceof TypeError)
    return new ServerUnavailable('The server does not respond.', { cause: error });
  return error as Error;
}

/** Calls the interface of the server with the token of an attempt. */
export function serverClient({ consoleUrl, token, signal }: ClientOptions): ServerClient {
  const base = consoleUrl.replace(/\/$/, '');
  const send = async (route: Route, { params, body }: Call): Promise<Response> => {
    const timeout = AbortSignal.timeout(route.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      const response = await fetch(`${base}${pathOf(route.path, params)}`, {
        method: route.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.any([signal, timeout]),
      });
      if (response.ok) return response;
      throw await rejection(response);
    } catch (error) {
      signal.throwIfAborted();
      throw failed(error, route.path);
    }
  };
  return {
    async read(route, call) {
      const response = await send(route, call);
      return route.reply.parse(await response.json()) as never;
    },
    async lines(route, call, onLine) {
      const { body } = await send(route, call);
      if (body === null) return;
      const input = Readable.fromWeb(body as ReadableStream);
      try {
        for await (const line of createInterface({ input })) if (line !== '') onLine(JSON.parse(line));
      } catch (error) {
        signal.throwIfAborted();
        throw failed(error, route.path);
      }
    },
  };
}
