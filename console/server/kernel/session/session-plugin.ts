import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { IdSource } from '#platform/id/id.ts';
import { signOut } from '#schemas/account/routes.ts';
import type { AccessStore } from '../access/access-store.ts';
import type { Caller } from '../access/caller.ts';
import { signCsrfToken, isCsrfToken, isSameOrigin } from '../csrf/csrf.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { bearerOf } from '../token/bearer.ts';
import type { TokenStore } from '../token/token-store.ts';
import type { Cookies } from './cookies.ts';
import type { SessionGuard, SessionState, SessionStore } from './session-store.ts';

const NONCE_BYTES = 32;
/** PostgreSQL that has not responded after this time does not. */
const STORE_MS = 2_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined without a session, or with an expired one. */
    session: SessionState | undefined;
    sessionToken: string | undefined;
    /** The signed-in user. */
    caller: Caller | undefined;
    /** Sign-in or sign-out that this request caused. */
    sessionEvent:
      | {
          readonly kind: 'sign-in' | 'sign-out';
          readonly caller: Caller;
          /** The identity provider that asserted the identity. */
          readonly provider?: string | undefined;
        }
      | undefined;
  }
  interface FastifyInstance {
    /** Replaces the session of the request by a new one. The previous token is void. */
    openSession(request: FastifyRequest, reply: FastifyReply, owner: SessionOwner): Promise<SessionState>;
    /** Ends the session of the request and clears its cookies. */
    endSession(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /** Ends a session in every browser and connection. */
    endSessionByHash(tokenHash: string): Promise<void>;
    /** Ends every session of an account except one. Returns the number of ended sessions. */
    endAccountSessions(accountId: number, except?: string): Promise<number>;
    /** Throws when a changing request was not sent by a page of the console. */
    rejectForgery(request: FastifyRequest): void;
  }
}

/** Owner of a session. Anonymous before the sign-in. */
export interface SessionOwner {
  readonly accountId: number | null;
  /** Latest end of the session. */
  readonly endsBy?: Date | undefined;
  /** The identity provider that asserts the identity. */
  readonly provider?: string | undefined;
  readonly guard?: SessionGuard | undefined;
}

export interface SessionNeeds {
  /** Called when the session of a signed-in user ends. */
  readonly onEnd: (tokenHash: string) => void;
  readonly sessions: SessionStore;
  readonly access: AccessStore;
  readonly tokens: TokenStore;
  readonly ids: IdSource;
  readonly cookies: Cookies;
  readonly csrfKey: Buffer;
}

async function identify(request: FastifyRequest, reply: FastifyReply, needs: SessionNeeds): Promise<void> {
  const { tokens, cookies } = needs;
  // Files and unknown paths need no caller: skip the query.
  if (request.routeOptions.config.contract === undefined) return;
  const bearer = bearerOf(request.headers);
  if (bearer !== undefined) {
    request.caller = await tokens.callerOf(bearer, request.ip);
    if (request.caller !== undefined) return;
    void reply.header('www-authenticate', 'Bearer error="invalid_token"');
    throw new ProblemError('UNAUTHENTICATED');
  }
  const token = request.cookies[cookies.session];
  if (token === undefined) return;
  const { contract } = request.routeOptions.config;
  // Whether or not PostgreSQL can end it: it is not accepted from memory any more.
  if (contract === signOut) needs.sessions.drop(token);
  const known = await (contract.whileStoreIsDown === true && contract.method === 'GET'
    ? identifiedLately(needs, token)
    : identifiedNow(needs, token));
  if (known === undefined) return;
  request.sessionToken = token;
  request.session = known.session;
  request.caller = known.caller;
}

interface Identified {
  readonly session: SessionState;
  readonly caller: Caller | undefined;
}

async function identifiedNow(
  { sessions, access }: Pick<SessionNeeds, 'sessions' | 'access'>,
  token: string,
): Promise<Identified | undefined> {
  const session = await sessions.find(token);
  if (session === undefined) return undefined;
  return {
    session,
    caller: session.accountId === null ? undefined : await access.callerOf(session.accountId),
  };
}

/** As PostgreSQL says; while it does not respond, as it said within the last quarter of an hour. */
async function identifiedLately(
  { sessions, access }: Pick<SessionNeeds, 'sessions' | 'access'>,
  token: string,
): Promise<Identified | undefined> {
  const known = (): Identified | undefined => {
    const session = sessions.lately(token);
    if (session === undefined || session.accountId === null) return undefined;
    const caller = access.lately(session.accountId);
    return caller && { session, caller };
  };
  const late = Promise.withResolvers<Identified | undefined>();
  const timer = setTimeout(() => {
    const lately = known();
    if (lately !== undefined) late.resolve(lately);
  }, STORE_MS);
  try {
    return await Promise.race([identifiedNow({ sessions, access }, token), late.promise]);
  } catch (error) {
    const lately = known();
    if (lately === undefined) throw error;
    return lately;
  } finally {
    clearTimeout(timer);
  }
}

function addSessions(app: FastifyInstance, needs: SessionNeeds): void {
  const { sessions, access, ids, cookies, csrfKey, onEnd } = needs;
  const end = async (session: SessionState | undefined): Promise<void> => {
    if (session === undefined) return;
    await sessions.end(session.tokenHash);
    if (session.accountId !== null) onEnd(session.tokenHash);
  };
  app.decorateRequest('session', undefined);
  app.decorateRequest('sessionToken', undefined);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('sessionEvent', undefined);
  app.addHook('onRequest', (request, reply) => identify(request, reply, needs));

  app.decorate(
    'openSession',
    async (
      request: FastifyRequest,
      reply: FastifyReply,
      { accountId, endsBy, provider, guard }: SessionOwner,
    ) => {
      const client = { address: request.ip, agent: request.headers['user-agent'] ?? '', endsBy, guard };
      const { token, state } = await sessions.open(accountId, client);
      await end(request.session);
      const nonce = ids.bytes(NONCE_BYTES).toString('base64url');
      void reply.setCookie(cookies.session, token, cookies.sessionOptions);
      void reply.setCookie(cookies.csrf, signCsrfToken(csrfKey, token, nonce), cookies.csrfOptions);
      request.session = state;
      request.sessionToken = token;
      request.caller = accountId === null ? undefined : await access.callerOf(accountId);
      if (request.caller !== undefined)
        request.sessionEvent = { kind: 'sign-in', caller: request.caller, provider };
      return state;
    },
  );

  app.decorate('endSession', async (request: FastifyRequest, reply: FastifyReply) => {
    await end(request.session);
    if (request.caller !== undefined) request.sessionEvent = { kind: 'sign-out', caller: request.caller };
    void reply.clearCookie(cookies.session, cookies.sessionOptions);
    void reply.clearCookie(cookies.csrf, cookies.csrfOptions);
    request.session = undefined;
    request.caller = undefined;
  });

  app.decorate('endSessionByHash', async (tokenHash: string) => {
    await sessions.end(tokenHash);
    onEnd(tokenHash);
  });

  app.decorate('endAccountSessions', async (accountId: number, except?: string) => {
    const ended = await sessions.endAll(accountId, except);
    for (const tokenHash of ended) onEnd(tokenHash);
    return ended.length;
  });
}

function addForgery(app: FastifyInstance, { cookies, csrfKey }: SessionNeeds): void {
  app.decorate('rejectForgery', (request: FastifyRequest) => {
    // Browsers attach cookies by themselves, but never an API token.
    if (request.caller?.token !== undefined) return;
    if (
      !isSameOrigin(request.headers, { host: request.host, secure: cookies.sessionOptions.secure === true })
    )
      throw new ProblemError('ORIGIN_REFUSED');
    const header = request.headers['x-csrf-token'];
    const tokens = {
      header: typeof header === 'string' ? header : undefined,
      cookie: request.cookies[cookies.csrf],
    };
    if (request.sessionToken === undefined || !isCsrfToken(csrfKey, request.sessionToken, tokens))
      throw new ProblemError('CSRF_INVALID');
  });
}

/** Sessions, identification of the caller, and CSRF protection. */
export const sessionPlugin = fastifyPlugin<SessionNeeds>(
  async (app, needs) => {
    await app.register(cookie);
    addSessions(app, needs);
    addForgery(app, needs);
  },
  { name: 'session' },
);
