import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { z } from 'zod';
import { Problem } from '#schemas/problem/problem.ts';
import { DEFAULT_TIMEOUT_MS, type Route } from '#schemas/route.ts';

type PartOfCall<S, Key extends string> = S extends z.ZodType ? { readonly [K in Key]: z.input<S> } : unknown;

/** What a call of a route takes, as its contract says. */
export type ClientCall<R extends Route> = PartOfCall<R['params'], 'params'> &
  PartOfCall<R['query'], 'query'> &
  PartOfCall<R['body'], 'body'> & { readonly signal?: AbortSignal };

/** A call of a route that is not known at compile time. */
export interface AnyCall {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A rejected or failed call. `status` is 0 without a response. */
export class CallError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(
    message: string,
    { status = 0, problem, cause }: { status?: number; problem?: Problem | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'CallError';
    this.status = status;
    this.problem = problem;
  }
}

const textOf = (value: unknown): string => `${value as string | number | boolean}`;

/** Path and query of a call. Throws a CallError for a missing parameter. */
function addressOf({ path }: Pick<Route, 'path'>, { params = {}, query = {} }: AnyCall): string {
  const filled = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new CallError(`${path} needs ${name}`);
    return encodeURIComponent(textOf(value));
  });
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, textOf(value)]],
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`;
}

async function rejectionOf(response: Response): Promise<CallError> {
  const { status } = response;
  const read = Problem.safeParse(await response.json().catch(() => undefined));
  const problem = read.success ? read.data : undefined;
  const lines = [
    problem?.title ?? `the server responds ${String(status)}`,
    ...(problem?.detail === undefined ? [] : [problem.detail]),
    ...(problem?.errors ?? []).map(({ path, message }) => `${path}: ${message}`),
  ];
  return new CallError(lines.join('\n  '), { status, problem });
}

export interface ClientAccess {
  /** Of the console, such as `https://telltale.example`. */
  readonly url: string;
  readonly token: string;
}

/**
 * Calls the interface with an API token. Paths, inputs and replies are those of the contracts in `schemas/`: a call that does not match them does
 * not compile.
 */
export class TelltaleClient {
  readonly #base: string;
  readonly #token: string;

  constructor({ url, token }: ClientAccess) {
    this.#base = url.replace(/\/+$/, '');
    this.#token = token;
  }

  /** @throws CallError for a rejection, an unreachable server, a timeout, and a reply that is not what the contract says. */
  async call<R extends Route>(route: R, options: ClientCall<R>): Promise<z.output<R['reply']>> {
    const body: unknown = await (await this.#send(route, options)).json().catch(() => undefined);
    const reply = route.reply.safeParse(body);
    if (reply.success) return reply.data as z.output<R['reply']>;
    throw new CallError('the reply is not that of the contract: the server has another version', {
      cause: reply.error,
    });
  }

  /** The file of a route whose reply is one. */
  async file<R extends Route>(route: R, options: ClientCall<R>): Promise<ReadableStream> {
    const { body } = await this.#send(route, options);
    if (body === null) throw new CallError('the server sent no file');
    return body as ReadableStream;
  }

  /** Values of a reply in lines of JSON. */
  async *lines<R extends Route>(route: R, options: ClientCall<R>): AsyncGenerator<unknown> {
    const input = Readable.fromWeb(await this.file(route, options));
    for await (const line of createInterface({ input })) if (line !== '') yield JSON.parse(line);
  }

  async #send(route: Route, { signal, ...call }: AnyCall): Promise<Response> {
    const timeout = AbortSignal.timeout(route.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const address = `${this.#base}${addressOf(route, call)}`;
    const request = this.#requestOf(route, call);
    let response: Response;
    try {
      response = await fetch(address, {
        ...request,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      const reason = timeout.aborted ? 'does not respond in time' : 'is not reached';
      throw new CallError(`the server ${this.#base} ${reason}`, { cause });
    }
    if (!response.ok) throw await rejectionOf(response);
    return response;
  }

  #requestOf({ method, media, stream }: Route, { body }: AnyCall): RequestInit {
    return {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        accept: `${media ?? stream ?? 'application/json'}, application/problem+json`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirection could lead the token elsewhere.
      redirect: 'error',
    };
  }
}
