import type { z } from 'zod';
import { listAuthProviders, signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import type { Route } from '#schemas/route.ts';

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

interface Parts<R extends Route> {
  readonly params?: Input<R['params']>;
  readonly query?: Input<R['query']>;
  readonly body?: Input<R['body']>;
}

/** A signed-in person of the demonstration. */
export interface StoryClient {
  /** Sends what the route's contract says; throws with the reply when it is rejected. */
  readonly call: <R extends Route>(route: R, parts?: Parts<R>) => Promise<z.output<R['reply']>>;
}

const CSRF = 'X-CSRF-Token';
const TIMEOUT_MS = 60_000;

type Values = Readonly<Record<string, unknown>>;

function pathOf({ path }: Route, params: Values = {}, query: Values = {}): string {
  const named = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  return search.size === 0 ? named : `${named}?${search.toString()}`;
}

/** A file is sent as it is. */
const contentOf = (body: unknown): BodyInit =>
  body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);

/** A call without a body has no type: the server would read an empty one. */
const typeOf = (body: unknown): string =>
  body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';

/** Signs in at the console of `origin`, as a browser does. */
export async function signInToConsole(
  origin: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<StoryClient> {
  const cookies = new Map<string, string>();
  const headers = (): Record<string, string> => {
    const token = [...cookies].find(([name]) => name.endsWith(CSRF))?.[1];
    return {
      origin,
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      ...(token === undefined ? {} : { [CSRF]: decodeURIComponent(token) }),
    };
  };
  const call = async <R extends Route>(route: R, parts?: Parts<R>): Promise<z.output<R['reply']>> => {
    const { params, query, body } = (parts ?? {}) as Partial<Record<keyof Parts<Route>, Values>>;
    const response = await fetch(`${origin}${pathOf(route, params, query)}`, {
      method: route.method,
      headers: {
        ...headers(),
        ...(body !== undefined && { 'content-type': typeOf(body) }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: contentOf(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    if (!response.ok)
      throw new Error(`${route.method} ${route.path}: ${String(response.status)} ${await response.text()}`);
    return route.reply.parse(await response.json()) as z.output<R['reply']>;
  };
  await call(listAuthProviders);
  await call(signInWithPassword, { body: { username, password } });
  return { call };
}
