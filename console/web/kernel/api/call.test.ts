import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readSession, signOut } from '#schemas/account/routes.ts';
import { listAuthProviders, signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import { route } from '#schemas/route.ts';
import { routeUrl } from './route-url.ts';
import { problemFrom, sentenceOf } from './api-problem.ts';
import { csrfToken } from './csrf.ts';
import { call, waitLonger } from './call.ts';
import { prefetch } from './early-response.ts';
import { endsSession, whenSignedOut } from './signed-out.ts';

const rejection = (body: unknown) =>
  new Response(JSON.stringify(body), { status: 409, headers: { 'x-request-id': 'r1' } });

describe('calling the server', () => {
  it('fills in the path and leaves out what is not given', () => {
    expect(
      routeUrl({ path: '/customers/:customerId/alert' }, { customerId: 7 }, { limit: 5, q: undefined }),
    ).toBe('/customers/7/alert?limit=5');
  });

  it('sends the CSRF cookie back among other cookies', () => {
    expect(csrfToken('a=1; X-CSRF-Token=abc%2F1; b=2')).toBe('abc/1');
    expect(csrfToken('a=1')).toBeUndefined();
  });

  it('a 401 ends the session except while signing in', () => {
    expect(endsSession(readSession)).toBe(true);
    expect(endsSession(signInWithPassword)).toBe(false);
    expect(endsSession(listAuthProviders)).toBe(false);
  });

  it('after a 401 waits until the user is signed in again and is repeated, unless it says otherwise', async () => {
    const signIns = [true, false];
    whenSignedOut(() => Promise.resolve(signIns.shift() ?? false));
    const body = JSON.stringify({ code: 'UNAUTHENTICATED', status: 401 });
    const refuse = () => new Response(body, { status: 401 });
    const replies: Response[] = [];
    vi.stubGlobal('document', { cookie: '', querySelector: () => null });
    vi.stubGlobal('fetch', () => Promise.resolve(replies.shift() ?? refuse()));
    try {
      await expect(call(readSession, { bypassLogout: true })).rejects.toMatchObject({ status: 401 });
      expect(signIns).toEqual([true, false]);
      replies.push(refuse(), Response.json({}));
      expect(await call(signOut, {})).toEqual({});
      await expect(call(signOut, {})).rejects.toMatchObject({ status: 401 });
      expect(signIns).toEqual([]);
    } finally {
      vi.unstubAllGlobals();
      whenSignedOut(() => Promise.resolve(false));
    }
  });

  it('gives up after the time of the contract', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    try {
      await expect(call({ ...readSession, timeoutMs: 1 }, {})).rejects.toMatchObject({ code: 'TIMED_OUT' });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('waits longer on a page that requests a report at once', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: { signal: AbortSignal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
          setTimeout(() => resolve(rejection({})), 20);
        }),
    );
    waitLonger(1_000);
    try {
      await expect(call({ ...readSession, timeoutMs: 10 }, {})).rejects.not.toMatchObject({
        code: 'TIMED_OUT',
      });
    } finally {
      waitLonger(1);
      vi.unstubAllGlobals();
    }
  });

  describe('to an address that was read early', () => {
    const things = route({
      method: 'GET',
      path: '/api/v1/early',
      scope: 'none',
      needs: 'signed-in',
      summary: 'Things',
      reply: z.strictObject({ count: z.number() }),
    });
    /** A response whose headers are there, and whose body comes when `send` is called. */
    function slowBody() {
      let send = (_text: string): void => undefined;
      const fetched = (_url: string, { signal }: { readonly signal: AbortSignal }) => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            signal.addEventListener('abort', () => {
              controller.error(signal.reason);
            });
            send = (text) => {
              controller.enqueue(new TextEncoder().encode(text));
              controller.close();
            };
          },
        });
        return Promise.resolve(new Response(body));
      };
      return { fetched, send: (text: string) => send(text) };
    }
    const early = async (test: (send: (text: string) => void) => Promise<void>): Promise<void> => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const { fetched, send } = slowBody();
      vi.stubGlobal('fetch', fetched);
      try {
        prefetch('/api/v1/early');
        await Promise.resolve();
        await test(send);
      } finally {
        vi.unstubAllGlobals();
        vi.useRealTimers();
      }
    };

    it('takes a body that is complete long after its headers', () =>
      early(async (send) => {
        await vi.advanceTimersByTimeAsync(0);
        const reply = call(things, {});
        await vi.advanceTimersByTimeAsync(14_000);
        send('{"count":3}');
        expect(await reply).toEqual({ count: 3 });
      }));

    it('waits for headers as long as the call does, and is not sent again', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      let sent = 0;
      vi.stubGlobal('fetch', async (_url: string, { signal }: { readonly signal: AbortSignal }) => {
        sent += 1;
        await new Promise((resolve, reject) => {
          setTimeout(resolve, 14_000);
          signal.addEventListener('abort', () => {
            reject(new DOMException('aborted', 'AbortError'));
          });
        });
        return Response.json({ count: 4 });
      });
      try {
        prefetch('/api/v1/early');
        const reply = call(things, {});
        await vi.advanceTimersByTimeAsync(14_000);
        expect([await reply, sent]).toEqual([{ count: 4 }, 1]);
      } finally {
        vi.unstubAllGlobals();
        vi.useRealTimers();
      }
    });

    it('gives up after the time of the contract', () =>
      early(async () => {
        await vi.advanceTimersByTimeAsync(0);
        const reply = call({ ...things, timeoutMs: 20 }, {});
        await expect(reply).rejects.toMatchObject({ code: 'TIMED_OUT' });
      }));
  });

  it('calls a body that is cut the failure of the network, and one that is no JSON unexpected', async () => {
    const cut = new ReadableStream({
      start(controller) {
        controller.error(new TypeError('network error'));
      },
    });
    for (const [body, code] of [
      [cut, 'NETWORK_UNREACHABLE'],
      ['<html>', 'UNEXPECTED'],
    ] as const) {
      vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
      await expect(call(readSession, {})).rejects.toMatchObject({ code });
      vi.unstubAllGlobals();
    }
  });

  it('reuses a reply as long as the contract allows, until something is written', async () => {
    const read = route({
      method: 'GET',
      path: '/api/v1/things',
      scope: 'none',
      needs: 'signed-in',
      summary: 'Things',
      reply: z.strictObject({ count: z.number() }),
      cacheMs: 60_000,
    } as const);
    const write = route({ ...read, method: 'PUT', summary: 'Change things', cacheMs: 0 } as const);
    let count = 0;
    vi.stubGlobal('document', { cookie: '', querySelector: () => null });
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ count: (count += 1) })));
    try {
      expect([await call(read, {}), await call(read, {})]).toEqual([{ count: 1 }, { count: 1 }]);
      await call(write, {});
      expect(await call(read, {})).toEqual({ count: 3 });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('says a problem in the language of the user, with its parameters', async () => {
    const problem = await problemFrom(rejection({ code: 'RATE_LIMITED', params: { seconds: 7 } }));
    expect(sentenceOf(problem, 'en')).toBe('Too many requests. Try again in 7 s.');
    expect(sentenceOf(problem, 'fr')).toBe('Trop de requêtes. Réessayez dans 7 s.');
  });

  it('fetches the texts of the features when one of their problems comes', async () => {
    const problem = await problemFrom(rejection({ code: 'SDWAN_AUTHENTICATION_FAILED' }));
    expect(sentenceOf(problem, 'en')).not.toBe('');
  });

  it('keeps status and request id of a body that is no problem', async () => {
    const problem = await problemFrom(
      new Response('<html>', { status: 502, headers: { 'x-request-id': 'r2' } }),
    );
    expect([problem.status, problem.code, problem.requestId]).toEqual([502, 'UNEXPECTED', 'r2']);
  });
});
