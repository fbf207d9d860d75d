/** A browser's part of signing in: cookies, and the token of one of them as a header. */
export interface Client {
  readonly get: (path: string) => Promise<Response>;
  readonly send: (method: string, path: string, body: unknown, type?: string) => Promise<Response>;
  /** The cookies as a header. */
  readonly cookie: () => string;
}

const CSRF = 'X-CSRF-Token';

export function client(origin: string): Client {
  const cookies = new Map<string, string>();
  const keep = (response: Response): Response => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  const cookie = (): string => [...cookies].map((pair) => pair.join('=')).join('; ');
  const headers = (): Record<string, string> => {
    const token = [...cookies].find(([name]) => name.toLowerCase().endsWith(CSRF.toLowerCase()))?.[1];
    return {
      origin,
      cookie: cookie(),
      ...(token === undefined ? {} : { [CSRF]: decodeURIComponent(token) }),
    };
  };
  return {
    cookie,
    get: async (path) => keep(await fetch(`${origin}${path}`, { headers: headers() })),
    send: async (method, path, body, type = 'application/json') =>
      keep(
        await fetch(`${origin}${path}`, {
          method,
          headers: { ...headers(), 'content-type': type },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
  };
}

/** Signs in; throws with the response when it is rejected. */
export async function signIn(origin: string, username: string, password: string): Promise<Client> {
  const browser = client(origin);
  await browser.get('/api/v1/authProviders');
  const reply = await browser.send('POST', '/api/v1/internalLogin', { username, password });
  if (!reply.ok) throw new Error(`sign-in answers ${String(reply.status)}: ${await reply.text()}`);
  return browser;
}
