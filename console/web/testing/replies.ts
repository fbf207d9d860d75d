import type { z } from 'zod';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import { problemOf, type Problem, type ProblemDetails } from '#schemas/problem/problem.ts';
import type { Route } from '#schemas/route.ts';

/** A call of the console, checked against its contract. */
export interface ReceivedCall<R extends Route> {
  readonly params: R['params'] extends z.ZodType ? z.output<R['params']> : undefined;
  readonly query: R['query'] extends z.ZodType ? z.output<R['query']> : undefined;
  readonly body: R['body'] extends z.ZodType ? z.output<R['body']> : undefined;
}

class Rejection {
  readonly problem: Problem;
  constructor(problem: Problem) {
    this.problem = problem;
  }
}

/** Never replied to: the page keeps loading. */
export const pending = Symbol('pending');

/** The server cannot be reached. */
export const unreachable = Symbol('unreachable');

/** A rejected call. */
export const problem = (code: ProblemCode, details?: ProblemDetails): Rejection =>
  new Rejection(problemOf(code, details));

/** A call rejected for faults of single inputs of its body. */
export const rejected = (
  ...faults: readonly {
    readonly field: string;
    readonly code: ProblemCode;
    readonly params?: TextParameters;
  }[]
): Rejection => {
  const errors = faults.map(({ field, ...fault }) => ({ path: `body.${field}`, message: '', ...fault }));
  return problem(faults[0]?.code ?? 'VALIDATION', { errors });
};

class Lines {
  readonly text: string;
  constructor(lines: readonly unknown[]) {
    this.text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

/** The lines of a route that responds in lines. */
export const lines = <R extends Route>(_route: R, ...values: readonly z.input<R['reply']>[]): Lines =>
  new Lines(values);

class FileText {
  readonly name: string;
  readonly text: string;
  readonly isBroken: boolean;
  constructor(name: string, text: string, isBroken: boolean) {
    this.name = name;
    this.text = text;
    this.isBroken = isBroken;
  }

  response(): Response {
    const { text, isBroken } = this;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        if (isBroken) controller.error(new TypeError('broken'));
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-disposition': `attachment; filename="${this.name}"` } });
  }
}

/** The file of a route that replies with one. */
export const file = (name: string, text: string): FileText => new FileText(name, text, false);

/** A file that breaks off. */
export const brokenFile = (name: string, text: string): FileText => new FileText(name, text, true);

type Result<R extends Route> =
  | z.input<R['reply']>
  | FileText
  | Lines
  | Rejection
  | typeof pending
  | typeof unreachable;

export interface Reply {
  readonly route: Route;
  readonly result: (received: ReceivedCall<Route>) => unknown;
}

/** The reply to every call of a route. A function gets the call. */
export function reply<R extends Route>(
  route: R,
  result: Result<R> | ((received: ReceivedCall<R>) => Result<R>),
): Reply {
  const isFunction = typeof result === 'function';
  return { route, result: isFunction ? (result as Reply['result']) : () => result };
}

const partsOfSum = (path: string) => path.split('/');
const isParameter = (part: string) => part.startsWith(':');

function paramsOf(route: Route, path: string): Record<string, string> | undefined {
  const expected = partsOfSum(route.path);
  const given = partsOfSum(path);
  if (expected.length !== given.length) return undefined;
  if (expected.some((part, at) => !isParameter(part) && part !== given[at])) return undefined;
  return Object.fromEntries(
    expected.flatMap((part, at) =>
      isParameter(part) ? [[part.slice(1), decodeURIComponent(given[at] ?? '')]] : [],
    ),
  );
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Replies to the calls of a page by contract. The last reply of a route applies. */
export class Replies {
  readonly #replies: Reply[] = [];
  readonly #received: { readonly route: Route; readonly call: ReceivedCall<Route> }[] = [];
  /** Calls without a reply: the test lacks them. */
  readonly unexpected: string[] = [];

  constructor(replies: readonly Reply[]) {
    this.set(...replies);
  }

  set(...replies: readonly Reply[]): void {
    this.#replies.unshift(...replies.toReversed());
  }

  /** The calls of a route so far. */
  received<R extends Route>(route: R): readonly ReceivedCall<R>[] {
    return this.#received.filter((one) => one.route === route).map(({ call }) => call as ReceivedCall<R>);
  }

  async fetch(url: URL, init: RequestInit): Promise<Response> {
    const { method = 'GET', body } = init;
    const found = this.#find(method, url.pathname);
    if (found === undefined) {
      this.unexpected.push(`${method} ${url.pathname}`);
      return json(404, problemOf('NOT_FOUND'));
    }
    const { route, result } = found.reply;
    const call = {
      params: route.params?.parse(found.params),
      query: route.query?.parse(Object.fromEntries(url.searchParams)),
      body: route.body?.parse(typeof body === 'string' ? JSON.parse(body) : undefined),
    } as ReceivedCall<Route>;
    this.#received.push({ route, call });
    return await responseOf(result(call), init.signal);
  }

  #find(method: string, path: string) {
    const matches = this.#replies.flatMap((one) => {
      const params = one.route.method === method ? paramsOf(one.route, path) : undefined;
      return params === undefined ? [] : [{ reply: one, params }];
    });
    const parameters = ({ params }: (typeof matches)[number]) => Object.keys(params).length;
    return matches.sort((a, b) => parameters(a) - parameters(b))[0];
  }
}

async function responseOf(result: unknown, signal: AbortSignal | null | undefined): Promise<Response> {
  if (result instanceof Rejection) return json(result.problem.status, result.problem);
  if (result === unreachable) throw new TypeError('unreachable');
  if (result instanceof Lines) return new Response(result.text);
  if (result instanceof FileText) return result.response();
  if (result !== pending) return json(200, result);
  return await new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );
}
