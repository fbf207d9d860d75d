import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Route } from '#schemas/route.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { originOf } from './audit-trail.ts';
import type { AuditEntry, AuditTrail, Origin } from './audit-trail.ts';
import { nameTyped, refusalOf } from './refusal-entry.ts';
import { RefusalTally } from './refusal-tally.ts';
import { doneBy, isTold, passageOf, routeName } from './request-entry.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly auditTrail: AuditTrail;
    /** Tells of a refusal; the same one of the same caller once a minute. `typed`: what else tells refusals apart. */
    tellRefusal(request: FastifyRequest, entry: AuditEntry, typed?: string): Promise<void>;
  }
  interface FastifyRequest {
    /** Whose sign-in is under way: his identity is proved, and a step is left. */
    signingIn: { readonly id: number; readonly username: string } | undefined;
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
  const tellRefusal = async (request: FastifyRequest, entry: AuditEntry, typed?: string): Promise<void> => {
    const origin = originOf(request);
    if (tally.isFirst(entry, origin, typed)) await record(entry, origin);
  };
  app.decorateRequest('audited', false);
  app.decorateRequest('signingIn', undefined);
  app.decorate('auditTrail', trail);
  app.decorate('tellRefusal', tellRefusal);
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof ProblemError)) return;
    const entry = await refusalOf(db, request, error.code).catch(() => undefined);
    if (entry !== undefined) await tellRefusal(request, entry, nameTyped(request));
  });
  app.addHook('onSend', async (request, reply) => {
    const { contract } = request.routeOptions.config;
    if (reply.statusCode >= 400) return;
    const entry = contract === undefined ? passageOf(request) : doneBy(request, contract);
    if (entry !== undefined) await record(entry, originOf(request));
    if (contract !== undefined) refuseUntold(request, contract, strict);
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
