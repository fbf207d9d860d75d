import type { FastifyInstance } from 'fastify';
import {
  listOwnSessions,
  readLastShift,
  revokeOtherSessions,
  revokeOwnSession,
} from '#schemas/account/own-sessions.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { AccountServices } from '../account-services.ts';

/** The user's own sessions. */
export function ownSessionsPlugin(app: FastifyInstance, { ownSessions }: AccountServices): void {
  serve(app, listOwnSessions, async ({ caller, request }) => ({
    sessions: await ownSessions.list(caller.id, request.session?.tokenHash),
  }));

  serve(app, readLastShift, async ({ caller }) => ({ endedAt: await ownSessions.lastShiftEnd(caller.id) }));

  serve(app, revokeOwnSession, async ({ params, caller }) => {
    await app.endSessionByHash(await ownSessions.requireHash(caller.id, params.session));
    return {};
  });

  serve(app, revokeOtherSessions, async ({ caller, request }) => ({
    ended: await app.endAccountSessions(caller.id, request.session?.tokenHash),
  }));
}
