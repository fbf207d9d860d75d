import type { FastifyInstance } from 'fastify';
import { revokeOtherSessions, revokeOwnSession, listOwnSessions } from '#schemas/account/own-sessions.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { AccountServices } from '../account-services.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import { sessionLimits } from '#schemas/limit/account.ts';

/** The user's own sessions. */
export function ownSessionsPlugin(app: FastifyInstance, { db, clock }: AccountServices): void {
  serve(app, listOwnSessions, async ({ caller, request }) => {
    const rows = await readSessions(db, clock, caller.id);
    return {
      sessions: rows.map(({ token_hash, created_at, seen_at, address, agent }) => ({
        id: sessionId(token_hash),
        current: token_hash === request.session?.tokenHash,
        startedAt: created_at.getTime(),
        seenAt: seen_at.getTime(),
        address,
        agent,
      })),
    };
  });

  serve(app, revokeOwnSession, async ({ params, caller }) => {
    const found = (await readSessions(db, clock, caller.id)).find(
      ({ token_hash }) => sessionId(token_hash) === params.session,
    );
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    await app.endSessionByHash(found.token_hash);
    return {};
  });

  serve(app, revokeOtherSessions, async ({ caller, request }) => ({
    ended: await app.endAccountSessions(caller.id, request.session?.tokenHash),
  }));
}

/** Prefix of the token hash. Identifies a session of one user and reveals nothing. */
const sessionId = (tokenHash: string): string => tokenHash.slice(0, 16);

/** Unexpired sessions of an account, newest first. */
function readSessions(db: Db, clock: Clock, accountId: number) {
  const now = clock.now();
  return db
    .selectFrom('session')
    .select(['token_hash', 'created_at', 'seen_at', 'address', 'agent'])
    .where('account_id', '=', accountId)
    .where('ends_at', '>', now)
    .where('seen_at', '>', addMs(now, -sessionLimits.idleMs))
    .orderBy('created_at', 'desc')
    .execute();
}
