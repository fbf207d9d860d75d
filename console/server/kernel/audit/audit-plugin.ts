import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Route } from '#schemas/route.ts';
import { API } from '#schemas/route.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { bearerOf } from '../token/bearer.ts';
import { originOf } from './audit-trail.ts';
import type { AuditEntry, AuditTrail, Origin } from './audit-trail.ts';
import { RefusalTally } from './refusal-tally.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly auditTrail: AuditTrail;
  }
  interface FastifyRequest {
    /** Its handler has told what it did. */
    audited: boolean;
  }
}

export interface AuditNeeds {
  readonly trail: AuditTrail;
  readonly db: Db;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Makes a change of which its handler tells nothing a failure: for tests. */
  readonly strict: boolean;
}

/** Refusals that somebody who watches over an installation wants to know of. */
const watched: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'FORBIDDEN',
  'TOKEN_SCOPE',
  'RIGHTS_EXCEED_OWN',
  'EVERY_CLIENT_NEEDED',
  'RESTRICTED_NOT_OWN',
  'CSRF_INVALID',
  'ORIGIN_REFUSED',
  'READ_ONLY',
  'LOGIN_REFUSED',
  'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
  'ACCOUNT_LOCKED_BY_RETRIES',
  'ACCOUNT_LOCKED_BY_INACTIVITY',
  'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
]);

const Named = z.object({ username: z.string().max(200) });
const WithCustomer = z.object({ customerId: z.coerce.number().int().positive() });

const routeName = ({ method, path }: Route): string => `${method} ${path.replace(API, '')}`;

/** A token that is not one, or the customer of somebody else: told apart from a session that ran out or a page that is gone. */
function isProbe(request: FastifyRequest, code: ProblemCode, contract: Route): boolean {
  if (code === 'UNAUTHENTICATED') return bearerOf(request.headers) !== undefined;
  return code === 'NOT_FOUND' && contract.scope === 'customer' && request.caller !== undefined;
}

const customerOf = (request: FastifyRequest): { customer?: number } => {
  const asked = WithCustomer.safeParse(request.params);
  return asked.success && request.caller?.customers.has(asked.data.customerId) === true
    ? { customer: asked.data.customerId }
    : {};
};

const isTold = (request: FastifyRequest, { method, needs, ownArrangement, noChange }: Route): boolean => {
  const hasNothingToTell = ownArrangement === true || noChange === 'question' || needs === 'anonymous';
  return method === 'GET' || request.audited || hasNothingToTell;
};

/** What a request did whose handler tells no more. */
function doneBy(request: FastifyRequest, contract: Route): AuditEntry | undefined {
  const action = routeName(contract);
  if (request.passage !== undefined) {
    const { kind, caller } = request.passage;
    const action = kind === 'sign-in' ? 'session.open' : 'session.end';
    return { kind, action, subject: 'user', subjectId: caller.id, subjectName: caller.username };
  }
  const place = { subject: 'request', subjectName: request.url.split('?')[0] ?? '', ...customerOf(request) };
  if (contract.media !== undefined)
    return { kind: 'export', action, ...place, note: { query: { ...(request.query as object) } } };
  return isTold(request, contract) ? undefined : { action, ...place };
}

/** The name that was tried, if somebody has it: what else is typed there may be a password. */
async function accountTried(db: Db, request: FastifyRequest): Promise<string> {
  const named = Named.safeParse(request.body);
  if (!named.success) return '';
  const row = await db
    .selectFrom('account')
    .select('username')
    .where((is) =>
      is(
        is.fn<string>('lower', ['username']),
        '=',
        named.data.username.replaceAll('\u0000', '').toLowerCase(),
      ),
    )
    .executeTakeFirst();
  return row?.username ?? '';
}

async function refusalOf(
  db: Db,
  request: FastifyRequest,
  code: ProblemCode,
): Promise<AuditEntry | undefined> {
  const { contract } = request.routeOptions.config;
  if (contract === undefined || !(watched.has(code) || isProbe(request, code, contract))) return undefined;
  const base = { kind: 'refusal', code, action: routeName(contract) } as const;
  if (contract.needs === 'anonymous')
    return { ...base, subject: 'user', subjectName: await accountTried(db, request) };
  const subjectName = request.url.split('?')[0] ?? '';
  return { ...base, subject: 'request', subjectName, ...customerOf(request) };
}

/** A handler that forgot to tell: the event above names the route, and no difference. */
function refuseUntold(request: FastifyRequest, contract: Route, strict: boolean): void {
  const isSession = request.passage !== undefined;
  if (isTold(request, contract) || contract.noChange === 'act' || isSession) return;
  const detail = `${routeName(contract)} told the audit nothing of what it changed`;
  request.log.error({ detail }, 'a change without a difference in the audit');
  if (strict) throw new ProblemError('SERVER_PROBLEM', { detail });
}

function addAudit(app: FastifyInstance, { trail, db, clock, signal, strict }: AuditNeeds): void {
  const tally = new RefusalTally(clock);
  const record = async (entry: AuditEntry, origin: Origin): Promise<void> => {
    try {
      await trail.record(entry, origin);
    } catch (error) {
      app.log.error({ err: error, entry }, 'an audit event could not be written');
    }
  };
  app.decorateRequest('audited', false);
  app.decorate('auditTrail', trail);
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ProblemError)) return;
    const entry = await refusalOf(db, request, error.code).catch(() => undefined);
    const origin = originOf(request);
    const { data: named } = Named.safeParse(request.body);
    if (entry !== undefined && tally.isFirst(entry, origin, named?.username)) await record(entry, origin);
  });
  app.addHook('onSend', async (request, reply) => {
    const { contract } = request.routeOptions.config;
    if (contract === undefined || reply.statusCode >= 400) return;
    const entry = doneBy(request, contract);
    if (entry !== undefined) await record(entry, originOf(request));
    refuseUntold(request, contract, strict);
  });
  clock.every(
    MINUTE_MS,
    async () => {
      for (const { entry, origin } of tally.due()) await record(entry, origin);
    },
    signal,
  );
}

/** Every change, sign-in, refusal and export leaves an event: what a feature does not tell by itself is told here. */
export const auditPlugin = fastifyPlugin<AuditNeeds>(
  (app, needs, done) => {
    addAudit(app, needs);
    done();
  },
  { name: 'audit' },
);
