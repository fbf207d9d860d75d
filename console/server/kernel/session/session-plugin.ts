import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { IdSource } from '#platform/id/id.ts';
import type { AccessStore } from '../access/access-store.ts';
import type { Caller } from '../access/caller.ts';
import { csrfToken, isCsrfToken, isSameOrigin } from '../csrf/csrf.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { bearerOf } from '../token/bearer.ts';
import type { TokenStore } from '../token/token-store.ts';
import type { Cookies } from './cookies.ts';
import type { SessionGuard, SessionState, SessionStore } from './session-store.ts';

const NONCE_BYTES = 32;

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined: no session, or one that is over. */
    session: SessionState | undefined;
    sessionToken: string | undefined;
    /** Undefined: nobody is signed in. */
    caller: Caller | undefined;
    /** What this request did to the session of a user, and who that is. */
    passage:
      | {
          readonly kind: 'sign-in' | 'sign-out';
          readonly caller: Caller;
          /** The identity provider that vouched for him. */
          readonly provider?: string | undefined;
        }
      | undefined;
  }
  interface FastifyInstance {
    /** Opens a session in place of the request's own, whose token is worth nothing from then on. */
    beginSession(request: FastifyRequest, reply: FastifyReply, owner: SessionOwner): Promise<SessionState>;
    /** Ends the request's session and forgets its cookies. */
    endSession(request: FastifyRequest, reply: FastifyReply): Promise<void>;
    /** Ends this session, wherever it is open. */
    endSessionOf(tokenHash: string): Promise<void>;
    /** Ends every session of an account except one; answers how many. */
    endSessionsOf(accountId: number, except?: string): Promise<number>;
    /** Throws when a request that changes something was not sent by a page of ours. */
    refuseForgery(request: FastifyRequest): void;
  }
}

/** Whose session it is; nobody's before signing in. */
export interface SessionOwner {
  readonly accountId: number | null;
  /** It ends then at the latest. */
  readonly endsBy?: Date | undefined;
  /** The identity provider that vouches for him. */
  readonly provider?: string | undefined;
  readonly guard?: SessionGuard | undefined;
}

export interface SessionNeeds {
  /** Tells whoever holds on to sessions that this one, of a signed-in user, is over. */
  readonly onEnd: (tokenHash: string) => void;
  readonly sessions: SessionStore;
  readonly access: AccessStore;
  readonly tokens: TokenStore;
  readonly ids: IdSource;
  readonly cookies: Cookies;
  readonly csrfKey: Buffer;
}

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions, access, tokens, cookies }: SessionNeeds,
): Promise<void> {
  // Files and unknown paths ask for nobody: no look into the table for them.
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
  const session = await sessions.find(token);
  if (session === undefined) return;
  request.sessionToken = token;
  request.session = session;
  if (session.accountId !== null) request.caller = await access.callerOf(session.accountId);
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
  app.decorateRequest('passage', undefined);
  app.addHook('onRequest', (request, reply) => identify(request, reply, needs));

  app.decorate(
    'beginSession',
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
      void reply.setCookie(cookies.csrf, csrfToken(csrfKey, token, nonce), cookies.csrfOptions);
      request.session = state;
      request.sessionToken = token;
      request.caller = accountId === null ? undefined : await access.callerOf(accountId);
      if (request.caller !== undefined)
        request.passage = { kind: 'sign-in', caller: request.caller, provider };
      return state;
    },
  );

  app.decorate('endSession', async (request: FastifyRequest, reply: FastifyReply) => {
    await end(request.session);
    if (request.caller !== undefined) request.passage = { kind: 'sign-out', caller: request.caller };
    void reply.clearCookie(cookies.session, cookies.sessionOptions);
    void reply.clearCookie(cookies.csrf, cookies.csrfOptions);
    request.session = undefined;
    request.caller = undefined;
  });

  app.decorate('endSessionOf', async (tokenHash: string) => {
    await sessions.end(tokenHash);
    onEnd(tokenHash);
  });

  app.decorate('endSessionsOf', async (accountId: number, except?: string) => {
    const ended = await sessions.endOf(accountId, except);
    for (const tokenHash of ended) onEnd(tokenHash);
    return ended.length;
  });
}

function addForgery(app: FastifyInstance, { cookies, csrfKey }: SessionNeeds): void {
  app.decorate('refuseForgery', (request: FastifyRequest) => {
    // A browser sends cookies by itself; a token only a program that has it.
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

/** Sessions, who is calling, and protection against forged requests. */
export const sessionPlugin = fastifyPlugin<SessionNeeds>(
  async (app, needs) => {
    await app.register(cookie);
    addSessions(app, needs);
    addForgery(app, needs);
  },
  { name: 'session' },
);
