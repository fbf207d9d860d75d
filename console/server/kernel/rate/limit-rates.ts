import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { internalLogin } from '#schemas/account/ways.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { bearerOf } from '../token/bearer.ts';
import { addressKey } from './address-key.ts';
import { BoundedMap } from './bounded-map.ts';

/** Requests of the interface in a minute. */
export interface Rates {
  /** Of one address: many users may stand behind it. */
  readonly perAddress: number;
  /** Of one address without a session's cookie: the answer may be a new session, which is a row. */
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

/** Who asks too much is remembered, so many at once, to be told of once. */
const MOST_TOLD = 10_000;

type Counted = (request: FastifyRequest) => Promise<void>;

/** Tells the log of a key that is over its rate: once, until a request of it is taken again. */
function teller(max: number): (request: FastifyRequest, key: string, isOver: boolean) => void {
  const over = new BoundedMap<string, true>(MOST_TOLD);
  return ({ log, ip, caller, url }, key, isOver) => {
    if (!isOver) over.delete(key);
    else if (over.get(key) === undefined) {
      over.set(key, true);
      const path = url.split('?')[0];
      log.warn({ address: ip, account: caller?.id, path, max }, 'too many requests in a minute');
    }
  };
}

function counting(app: FastifyInstance, max: number, keyOf: (request: FastifyRequest) => string): Counted {
  const count = app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: keyOf });
  const tell = teller(max);
  return async (request) => {
    const result = await count(request);
    const isOver = !result.isAllowed && result.isExceeded;
    tell(request, keyOf(request), isOver);
    if (!isOver) return;
    throw new ProblemError('RATE_LIMITED', { params: { seconds: Math.max(1, result.ttlInSeconds) } });
  };
}

/** Files and health are not counted. By the route and not by the text of the path, which may be percent-encoded. */
const isCounted = ({ routeOptions }: FastifyRequest): boolean => {
  const { outsideContracts: why } = routeOptions.config;
  return why !== 'static files' && why !== 'health';
};
const isSignIn = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url === internalLogin.path;
const isOfInterface = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.contract !== undefined;

/** What a browser brings from or to the identity provider is remembered, whatever cookie comes with it. */
const isOfProvider = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.outsideContracts === 'saml';

/** Neither session nor token. */
const isVisit = (request: FastifyRequest, sessionCookie: string): boolean =>
  isOfInterface(request) &&
  request.headers.cookie?.includes(`${sessionCookie}=`) !== true &&
  bearerOf(request.headers) === undefined;

/**
 * Counts the requests of each address before anything else is done for them: what is refused later, for its session, its
 * token or its path, has been counted as well.
 */
export async function limitAddresses(
  app: FastifyInstance,
  rates: Rates,
  sessionCookie: string,
): Promise<void> {
  await app.register(rateLimit, { global: false });
  const byAddress = ({ ip }: FastifyRequest): string => addressKey(ip);
  const all = counting(app, rates.perAddress, byAddress);
  const visits = counting(app, rates.perVisitor, byAddress);
  const signIns = counting(app, rates.signInsPerAddress, byAddress);
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return;
    await all(request);
    if (isSignIn(request)) await signIns(request);
    else if (isOfProvider(request) || isVisit(request, sessionCookie)) await visits(request);
  });
}

const keyOf = ({ session, caller }: FastifyRequest): string | undefined =>
  caller?.token === undefined ? session?.tokenHash : `token ${String(caller.token)}`;

/** Counts the requests of each session and each token; comes behind the hook that finds it. */
export function limitSessions(app: FastifyInstance, { perSession }: Rates): void {
  const requests = counting(app, perSession, (request) => keyOf(request) ?? '');
  app.addHook('onRequest', async (request) => {
    if (keyOf(request) !== undefined && isCounted(request)) await requests(request);
  });
}
