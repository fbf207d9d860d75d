import type { z } from 'zod';
import { DEFAULT_TIMEOUT_MS, type Route } from '#schemas/route.ts';
import { routeUrl } from './route-url.ts';
import { ApiProblem, problemFrom } from './api-problem.ts';
import { csrfHeader } from './csrf.ts';
import { displayToken } from './display-token.ts';
import { takeEarly } from './early-response.ts';
import { cachedReply, dropReplies, recordReply, writes } from './reply-cache.ts';
import { signedInAgain } from './signed-out.ts';

type Given<S, Key extends string> = S extends z.ZodType ? { readonly [K in Key]: z.input<S> } : unknown;

/** Parts of a call that the contract requests. */
export type CallOptions<R extends Route> = Given<R['params'], 'params'> &
  Given<R['query'], 'query'> &
  Given<R['body'], 'body'> &
  CallHandling;

interface CallHandling {
  readonly signal?: AbortSignal;
  /** A 401 goes to the caller at once. Otherwise the user signs in again, and the call is repeated. */
  readonly bypassLogout?: boolean;
}

/** `CallOptions` of a route that is not known at compile time. */
interface AnyCallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly bypassLogout?: boolean;
}

/** A file is sent as it is. */
const mediaOf = (body: unknown): string =>
  body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';

function requestOf(route: Route, options: AnyCallOptions, signal: AbortSignal): RequestInit {
  const token = displayToken();
  const init: RequestInit = {
    method: route.method,
    credentials: token === undefined ? 'same-origin' : 'omit',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      accept: `${route.media ?? 'application/json'}, application/problem+json`,
      ...(route.method === 'GET' ? {} : csrfHeader()),
      ...(options.body === undefined ? {} : { 'content-type': mediaOf(options.body) }),
    },
  };
  if (options.body instanceof Uint8Array) init.body = options.body as Uint8Array<ArrayBuffer>;
  else if (options.body !== undefined) init.body = JSON.stringify(options.body);
  init.signal = signal;
  return init;
}

/** Why a request got no response. */
function failureOf(
  options: AnyCallOptions,
  timeout: AbortSignal,
): 'REQUEST_CANCELLED' | 'TIMED_OUT' | 'NETWORK_UNREACHABLE' {
  if (options.signal?.aborted === true) return 'REQUEST_CANCELLED';
  return timeout.aborted ? 'TIMED_OUT' : 'NETWORK_UNREACHABLE';
}

interface Request {
  readonly url: string;
  readonly options: AnyCallOptions;
  /** Ends after the time of the contract. */
  readonly timeout: AbortSignal;
}

/** How many times the time of a contract a page waits. */
let patience = 1;

/**
 * A page that requests hundreds of values at once waits longer: most of the time of a request it is in the browser, until one of its few
 * connections is free.
 */
export function waitLonger(times: number): void {
  patience = times;
}

const requestTo = (route: Route, options: AnyCallOptions): Request => ({
  url: routeUrl(route, options.params, options.query),
  options,
  timeout: AbortSignal.timeout((route.timeoutMs ?? DEFAULT_TIMEOUT_MS) * patience),
});

const failed = ({ options, timeout }: Request, cause: unknown): ApiProblem =>
  new ApiProblem({ code: failureOf(options, timeout), status: 0, cause });

async function send(route: Route, request: Request): Promise<Response> {
  const { url, options, timeout } = request;
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const early = route.method === 'GET' ? takeEarly(url, signal) : undefined;
  const response = early && (await early);
  if (response !== undefined) return response;
  try {
    return await fetch(url, requestOf(route, options, signal));
  } catch (cause) {
    throw failed(request, cause);
  }
}

/** Undefined for a body that is no JSON. Throws if the body does not arrive completely. */
async function readBody(response: Response, request: Request): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw failed(request, cause);
  }
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

/** Sends a call. After an ended session it is repeated once the same user is signed in again. */
export async function exchange(route: Route, options: AnyCallOptions): Promise<Exchange> {
  const request = requestTo(route, options);
  const response = await send(route, request);
  if (response.status !== 401 || options.bypassLogout === true || !(await signedInAgain(route)))
    return { request, response };
  const repeated = requestTo(route, options);
  return { request: repeated, response: await send(route, repeated) };
}

/**
 * Calls a route of the contracts. The reply is parsed by the contract, and reused as long as the contract allows.
 * @throws ApiProblem for a rejection, an unreachable server, a timeout, and a reply that is not what the contract says.
 */
export async function call<R extends Route>(
  route: R,
  options: CallOptions<R>,
): Promise<z.output<R['reply']>> {
  const isCached = route.method === 'GET' && route.cacheMs !== undefined;
  const { params, query }: AnyCallOptions = options;
  const cached = isCached ? cachedReply(routeUrl(route, params, query), performance.now()) : undefined;
  if (cached !== undefined) return cached as z.output<R['reply']>;
  // A write that fails may have changed something nevertheless.
  if (writes(route)) dropReplies();
  const { request, response } = await exchange(route, options);
  if (!response.ok) throw await problemFrom(response);
  const reply = route.reply.safeParse(await readBody(response, request));
  if (reply.success) {
    recordReply(route, { url: request.url, reply: reply.data, now: performance.now() });
    return reply.data as z.output<R['reply']>;
  }
  const requestId = response.headers.get('x-request-id') ?? undefined;
  throw new ApiProblem({ code: 'UNEXPECTED', status: response.status, requestId, cause: reply.error });
}
