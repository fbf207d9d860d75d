import type { FastifyInstance } from 'fastify';
import { readSession, savePreferences, signOut } from '#schemas/account/routes.ts';
import { authProviders } from '#schemas/account/ways.ts';
import { currentAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import type { authProviders as AuthProviders } from '#schemas/account/ways.ts';
import type { z } from 'zod';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { SessionState } from '../../kernel/session/session-store.ts';
import type { AccountServices } from './account-services.ts';
import { ownSessionsPlugin } from './own-sessions-plugin.ts';
import { passwordPlugin } from './password-plugin.ts';
import { secondFactorPlugin } from './second-factor-plugin.ts';
import { signInFactorPlugin } from './sign-in-factor-plugin.ts';
import { signInPlugin } from './sign-in-plugin.ts';
import { termsPlugin } from './terms-plugin.ts';

type Provider = z.output<(typeof AuthProviders)['reply']>['providers'][number];

/** Another way to sign in than the form of this console. */
export interface Elsewhere {
  /** Undefined while it is not set up. */
  provider(): Promise<Provider | undefined>;
  /** Where the browser goes to end a session there too; undefined when the session does not come from there. */
  signOutAddress(session: SessionState): Promise<string | undefined>;
}

/** Signing in and out, the session, the user's own account. */
export function accountPlugin(app: FastifyInstance, services: AccountServices, elsewhere: Elsewhere): void {
  const { accounts, access, settings, pending, view } = services;

  serve(app, authProviders, async ({ request, reply }) => {
    if (request.session === undefined) await app.beginSession(request, reply, { accountId: null });
    const { session } = request;
    const [provider, announcement, underWay] = await Promise.all([
      elsewhere.provider(),
      settings.announcement(),
      session === undefined ? undefined : pending.find(session.tokenHash),
    ]);
    const internal: Provider = { kind: 'internal', name: 'Telltale' };
    return {
      providers: provider === undefined ? [internal] : [internal, provider],
      announcement,
      underWay: underWay !== undefined,
    };
  });

  serve(app, readSession, ({ caller, request }) => {
    if (request.session === undefined) throw new ProblemError('UNAUTHENTICATED');
    return view(caller, request.session);
  });

  serve(app, currentAnnouncement, async () => ({ announcement: await settings.announcement() }));

  serve(app, signOut, async ({ request, reply }) => {
    const next = request.session && (await elsewhere.signOutAddress(request.session));
    await app.endSession(request, reply);
    return next === undefined ? {} : { next };
  });

  serve(app, savePreferences, async ({ body, caller, audit }) => {
    if (body.theme !== undefined && !caller.permissions.has('MISC.THEME.write'))
      throw new ProblemError('FORBIDDEN');
    await accounts.savePreferences(caller.id, body, audit);
    access.forget(caller.id);
    return {};
  });

  signInPlugin(app, services);
  signInFactorPlugin(app, services);
  passwordPlugin(app, services);
  secondFactorPlugin(app, services);
  termsPlugin(app, services);
  ownSessionsPlugin(app, services);
}
