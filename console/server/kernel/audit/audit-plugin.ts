import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Route } from '#schemas/route.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { eventLog } from '../http/event-log.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { auditOriginOf, type AuditEntry, type AuditTrail, type AuditOrigin } from './audit-trail.ts';
import { submittedUsername, rejectionEntryOf } from './rejection-entry.ts';
import { RejectionTally } from './rejection-tally.ts';
import { requestEntryOf, isAudited, sessionEntryOf, routeName } from './request-entry.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly auditTrail: AuditTrail;
    /** Audits a rejection, the same one of the same caller once a minute. `typed`: further text that distinguishes rejections. */
    auditRejection(request: FastifyRequest, entry: AuditEntry, typed?: string): Promise<void>;
  }
  interface FastifyRequest {
    /** Account of a pending sign-in: its identity is proved, and a step is left. */
    pendingAccount: { readonly id: number; readonly username: string } | undefined;
    /** The handler has written its audit entry. */
    audited: boolean;
  }
}

export interface AuditNeeds {
  readonly trail: AuditTrail;
  readonly db: Db;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Fails on a change without an audit entry of its handler. For tests. */
  readonly strict: boolean;
}

/** Reports a handler without an audit entry. The entry of its request names the route, but no difference. */
function rejectUnaudited(request: FastifyRequest, contract: Route, strict: boolean): void {
  const isSession = request.sessionEvent !== undefined;
  if (isAudited(request, contract) || contract.noChange === 'act' || isSession) return;
  const route = routeName(contract);
  eventLog(request).error({ route }, 'audit entry missing');
  if (strict)
    throw new ProblemError('SERVER_PROBLEM', { detail: `${route} wrote no audit entry for its change` });
}

function addAudit(app: FastifyInstance, { trail, db, clock, signal, strict }: AuditNeeds): void {
  const tally = new RejectionTally(clock);
  const record = async (entry: AuditEntry, origin: AuditOrigin): Promise<void> => {
    try {
      await trail.record(entry, origin);
    } catch (error) {
      eventLog(app).error({ err: error, entry }, 'audit write failed');
    }
  };
  const auditRejection = async (
    request: FastifyRequest,
    entry: AuditEntry,
    typed?: string,
  ): Promise<void> => {
    const origin = auditOriginOf(request);
    if (tally.isNew(entry, origin, typed)) await record(entry, origin);
  };
  app.decorateRequest('audited', false);
  app.decorateRequest('pendingAccount', undefined);
  app.decorate('auditTrail', trail);
  app.decorate('auditRejection', auditRejection);
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ProblemError)) return;
    const entry = await rejectionEntryOf(db, request, error.code).catch(() => undefined);
    if (entry !== undefined) await auditRejection(request, entry, submittedUsername(request));
  });
  app.addHook('onSend', async (request, reply) => {
    const { contract } = request.routeOptions.config;
    if (reply.statusCode >= 400) return;
    const entry = contract === undefined ? sessionEntryOf(request) : requestEntryOf(request, contract);
    if (entry !== undefined) await record(entry, auditOriginOf(request));
    if (contract !== undefined) rejectUnaudited(request, contract, strict);
  });
  clock.every(
    MINUTE_MS,
    async () => {
      for (const { entry, origin } of tally.drain()) await record(entry, origin);
    },
    signal,
  );
}

/** Every change, sign-in, rejection and export is audited: by its feature, or else here. */
export const auditPlugin = fastifyPlugin<AuditNeeds>(
  (app, needs, done) => {
    addAudit(app, needs);
    done();
  },
  { name: 'audit' },
);
