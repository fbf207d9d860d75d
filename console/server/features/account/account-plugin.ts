import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import {
  authProviders,
  internalLogin,
  readSession,
  savePreferences,
  signOut,
} from '#schemas/account/routes.ts';
import type { Session } from '#schemas/account/routes.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import { publishAccessChange } from '../../kernel/access/access-change.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { AccessStore } from '../../kernel/access/access-store.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { SessionState } from '../../kernel/session/session-store.ts';
import type { AccountRepository } from './account-repository.ts';
import { openLogin } from './login.ts';
import { SignInDelay } from './sign-in-delay.ts';

export interface AccountNeeds {
  readonly accounts: AccountRepository;
  readonly access: AccessStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly modules: readonly string[];
}

function sessionOf(
  caller: Caller,
  session: SessionState,
  { modules, readOnly }: { modules: readonly string[]; readOnly: boolean },
): Session {
  const { id, username, firstName, lastName, email, language } = caller;
  return {
    user: { id, username, firstName, lastName, email, language },
    role: caller.role,
    permissions: [...caller.permissions],
    scopes: [...caller.scopes],
    customers: [...caller.customers.values()].map((customer) => ({ ...customer })),
    modules: [...modules],
    readOnly,
    idleUntil: session.seenAt.getTime() + sessionLimits.idleMs,
    endsAt: session.endsAt.getTime(),
  };
}

/** Signing in and out, the session, the user's own preferences. */
export async function accountPlugin(app: FastifyInstance, needs: AccountNeeds): Promise<void> {
  const { accounts, access, bus, clock, modules } = needs;
  const login = await openLogin(accounts, clock);
  const delay = new SignInDelay(clock);
  const flags = { modules, readOnly: app.readOnly };

  serve(app, authProviders, async ({ request, reply }) => {
    if (request.session === undefined) await app.beginSession(request, reply, null);
    return { providers: [{ kind: 'internal' as const, name: 'Telltale' }] };
  });

  serve(app, internalLogin, async ({ body, request, reply }) => {
    const about = { username: body.username, address: request.ip };
    if (login.busy()) throw new ProblemError('LOGIN_UNAVAILABLE');
    const attempt = delay.begin(body.username, request.ip);
    const result = await login.attempt(body.username, body.password);
    if (result.ok || result.code !== 'LOGIN_REFUSED') attempt.succeeded();
    if (!result.ok) {
      request.log.warn({ ...about, code: result.code }, 'sign-in refused');
      if (result.locked !== undefined) publishAccessChange(bus, { account: result.locked });
      throw new ProblemError(result.code);
    }
    const session = await app.beginSession(request, reply, result.accountId);
    if (request.caller === undefined) throw new ProblemError('LOGIN_FAILED');
    request.log.info(about, 'signed in');
    return sessionOf(request.caller, session, flags);
  });

  serve(app, readSession, ({ caller, request }) => {
    if (request.session === undefined) throw new ProblemError('UNAUTHENTICATED');
    return sessionOf(caller, request.session, flags);
  });

  serve(app, signOut, async ({ request, reply }) => {
    await app.endSession(request, reply);
    return {};
  });

  serve(app, savePreferences, async ({ body, caller }) => {
    await accounts.saveLanguage(caller.id, body.language);
    access.forget(caller.id);
    return {};
  });
}
