import type { z } from 'zod';
import type { Route } from '#schemas/route.ts';
import { routeUrl } from './route-url.ts';
import { ApiProblem, problemFrom } from './api-problem.ts';
import { csrfHeader } from './csrf.ts';
import { reportSignedOut } from './signed-out.ts';

type Given<S, Key extends string> = S extends z.ZodType ? { readonly [K in Key]: z.input<S> } : unknown;

/** Parts of a call that the contract asks for. */
export type CallOptions<R extends Route> = Given<R['params'], 'params'> &
  Given<R['query'], 'query'> &
  Given<R['body'], 'body'> &
  Handling;

interface Handling {
  readonly signal?: AbortSignal;
  /** A 401 goes to the caller and does not end the session. */
  readonly bypassLogout?: boolean;
}

interface Loose {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly bypassLogout?: boolean;
}

function requestOf(route: Route, options: Loose): RequestInit {
  const init: RequestInit = {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json, application/problem+json',
      ...(route.method === 'GET' ? {} : csrfHeader()),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  };
  if (options.body !== undefined) init.body = JSON.stringify(options.body);
  if (options.signal !== undefined) init.signal = options.signal;
  return init;
}

async function send(route: Route, options: Loose): Promise<Response> {
  try {
    return await fetch(routeUrl(route, options.params, options.query), requestOf(route, options));
  } catch (cause) {
    const cancelled = options.signal?.aborted === true;
    throw new ApiProblem({ code: cancelled ? 'REQUEST_CANCELLED' : 'NETWORK_UNREACHABLE', status: 0, cause });
  }
}

/**
 * Calls a route of the contracts. The answer is parsed by the contract.
 * @throws ApiProblem for a rejection, an unreachable server and an answer that is not what the contract says.
 */
export async function call<R extends Route>(
  route: R,
  options: CallOptions<R>,
): Promise<z.output<R['reply']>> {
  const response = await send(route, options);
  if (!response.ok) {
    const problem = await problemFrom(response);
    if (problem.status === 401 && options.bypassLogout !== true) reportSignedOut(route);
    throw problem;
  }
  const reply = route.reply.safeParse(await response.json().catch(() => undefined));
  if (reply.success) return reply.data as z.output<R['reply']>;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw new ApiProblem({ code: 'UNEXPECTED', status: response.status, requestId, cause: reply.error });
}
