import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endOwnSession, readOwnSessions } from '#schemas/account/own-sessions.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { AccountServices } from './account-services.ts';
import { idOf, readSessionsOf } from './own-sessions.ts';

/** Where one is signed in. */
export function ownSessionsPlugin(app: FastifyInstance, { db, clock }: AccountServices): void {
  serve(app, readOwnSessions, async ({ caller, request }) => {
    const rows = await readSessionsOf(db, clock, caller.id);
    return {
      sessions: rows.map(({ token_hash, created_at, seen_at, address, agent }) => ({
        id: idOf(token_hash),
        current: token_hash === request.session?.tokenHash,
        startedAt: created_at.getTime(),
        seenAt: seen_at.getTime(),
        address,
        agent,
      })),
    };
  });

  serve(app, endOwnSession, async ({ params, caller }) => {
    const found = (await readSessionsOf(db, clock, caller.id)).find(
      ({ token_hash }) => idOf(token_hash) === params.session,
    );
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    await app.endSessionOf(found.token_hash);
    return {};
  });

  serve(app, endOtherSessions, async ({ caller, request }) => ({
    ended: await app.endSessionsOf(caller.id, request.session?.tokenHash),
  }));
}
