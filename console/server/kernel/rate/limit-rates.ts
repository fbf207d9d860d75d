import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { eventLog } from '../http/event-log.ts';
import { isForgedPath } from '../http/forged-path.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { bearerOf } from '../token/bearer.ts';
import { LRUCache } from 'lru-cache';

/** API requests per minute. */
export interface Rates {
  /** Many users may share one address. */
  readonly perAddress: number;
  /** Requests of one address without a session cookie: each may create a session, which is a row. */
  readonly perVisitor: number;
  readonly perSession: number;
  readonly signInsPerAddress: number;
}

export const defaultRates: Rates = {
  perAddress: 6_000,
  perVisitor: 300,
  perSession: 1_200,
  signInsPerAddress: 20,
};

/** Throttled keys that are retained, so that each is logged once. */
const MAX_LOGGED_KEYS = 10_000;

type Counted = (request: FastifyRequest) => Promise<void>;

/** Logs a key that exceeds its rate once, until one of its requests is accepted again. */
function rateLogger(max: number): (request: FastifyRequest, key: string, isOver: boolean) => void {
  const over = new LRUCache<string, true>({ max: MAX_LOGGED_KEYS });
  return (request, key, isOver) => {
    if (!isOver) over.delete(key);
    else if (!over.has(key)) {
      over.set(key, true);
      const { ip: address, caller, url } = request;
      const facts = { address, account: caller?.id, path: url.split('?')[0], maxPerMinute: max };
      eventLog(request).warn(facts, 'request rate exceeded');
    }
  };
}

function rateLimiter(app: FastifyInstance, max: number, keyOf: (request: FastifyRequest) => string): Counted {
  const count = app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: keyOf });
  const logOnce = rateLogger(max);
  return async (request) => {
    const result = await count(request);
    const isOver = !result.isAllowed && result.isExceeded;
    logOnce(request, keyOf(request), isOver);
    if (!isOver) return;
    throw new ProblemError('RATE_LIMITED', { params: { seconds: Math.max(1, result.ttlInSeconds) } });
  };
}

/**
 * Files and health are not counted, except paths that no browser sends. Decided by the route, because the text of the path may be
 * percent-encoded.
 */
const isCounted = ({ routeOptions, url }: FastifyRequest): boolean => {
  const { outsideContracts } = routeOptions.config;
  if (outsideContracts === 'static files') return isForgedPath(url);
  return outsideContracts !== 'health';
};
const isSignIn = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url === signInWithPassword.path;
const isApiRoute = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.contract !== undefined;

/** Messages of identity providers, requests to them and those of mail programs are stored, with or without a session cookie. */
const storedWithoutSession = new Set<unknown>(['saml', 'oidc', 'unsubscribe']);
const isProviderRoute = ({ routeOptions }: FastifyRequest): boolean =>
  storedWithoutSession.has(routeOptions.config.outsideContracts);

/** Megabytes, for every visitor. */
const isDescription = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.outsideContracts === 'openapi';

const isForVisitors = (request: FastifyRequest): boolean => isApiRoute(request) || isDescription(request);

/** Has neither session nor token. */
const isVisitor = (request: FastifyRequest, sessionCookie: string): boolean =>
  isForVisitors(request) &&
  request.headers.cookie?.includes(`${sessionCookie}=`) !== true &&
  bearerOf(request.headers) === undefined;

/** Has a cookie that is no session: a made-up one, or one that has ended. */
const hasNoSession = ({ session, caller }: FastifyRequest): boolean =>
  session === undefined && caller === undefined;

/**
 * Counts the requests of each address before any other work. Requests that are rejected later, for their session, token or path,
 * count as well.
 */
export async function limitAddresses(
  app: FastifyInstance,
  rates: Rates,
  sessionCookie: string,
): Promise<SessionLimits> {
  await app.register(rateLimit, { global: false });
  const byAddress = ({ ip }: FastifyRequest): string => addressKey(ip);
  const all = rateLimiter(app, rates.perAddress, byAddress);
  const visits = rateLimiter(app, rates.perVisitor, byAddress);
  const signIns = rateLimiter(app, rates.signInsPerAddress, byAddress);
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return;
    await all(request);
    if (isSignIn(request)) await signIns(request);
    else if (isProviderRoute(request) || isVisitor(request, sessionCookie)) await visits(request);
  });
  return {
    async limitVisit(request) {
      if (!isSignIn(request) && isForVisitors(request) && !isVisitor(request, sessionCookie))
        await visits(request);
    },
  };
}

/** What is known of a request only when its session has been looked up. */
export interface SessionLimits {
  /** Counts a request with a cookie that is no session as that of a visitor: each may create one. */
  readonly limitVisit: Counted;
}

const keyOf = ({ session, caller }: FastifyRequest): string | undefined =>
  caller?.token === undefined ? session?.tokenHash : `token ${String(caller.token)}`;

/** Counts the requests of each session and each token. Register it after the hook that identifies them. */
export function limitSessions(
  app: FastifyInstance,
  { perSession }: Rates,
  { limitVisit }: SessionLimits,
): void {
  const requests = rateLimiter(app, perSession, (request) => keyOf(request) ?? '');
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return;
    if (keyOf(request) !== undefined) await requests(request);
    else if (hasNoSession(request)) await limitVisit(request);
  });
}

/** Rate-limit key of a client: its IPv4 address, or the /64 that one subscriber has in IPv6 (RFC 6177). */
export const addressKey = (address: string): string => normalizeIP(address, 64);
