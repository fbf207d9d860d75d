import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '#schemas/account/routes.ts';
import { eventLog } from '../../../kernel/http/event-log.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import type { SessionState } from '../../../kernel/session/session-store.ts';
import type { AccountServices } from '../account-services.ts';

interface SignInCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The reply of a completed sign-in. */
export async function sessionResponse(
  { view }: AccountServices,
  request: FastifyRequest,
  session: SessionState,
): Promise<Session> {
  if (request.caller === undefined) throw new ProblemError('LOGIN_FAILED');
  eventLog(request).info({ username: request.caller.username, address: request.ip }, 'signed in');
  return view(request.caller, session);
}

/** Continues after a completed step. Returns the session, or throws the next step as a problem. */
export async function continueToSession(
  services: AccountServices,
  { request, reply }: SignInCall,
): Promise<Session> {
  const { session } = await services.steps.continue(request, reply);
  return sessionResponse(services, request, session);
}
