import type { FastifyInstance } from 'fastify';
import { readSession, updatePreferences, signOut } from '#schemas/account/routes.ts';
import {
  listAuthProviders,
  type listAuthProviders as AuthProviders,
} from '#schemas/account/sign-in-methods.ts';
import { readCurrentAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import type { z } from 'zod';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { SessionState } from '../../kernel/session/session-store.ts';
import type { AccountServices } from './account-services.ts';
import { ownSessionsPlugin } from './sessions/own-sessions-plugin.ts';
import { passwordPlugin } from './password/password-plugin.ts';
import { secondFactorPlugin } from './second-factor/second-factor-plugin.ts';
import { signInFactorPlugin } from './sign-in/sign-in-factor-plugin.ts';
import { signInPlugin } from './sign-in/sign-in-plugin.ts';
import { termsPlugin } from './terms/terms-plugin.ts';

type Provider = z.output<(typeof AuthProviders)['reply']>['providers'][number];

/** Sign-in methods outside the console's own form. */
export interface ExternalSignIn {
  /** Providers that are set up, in the order of the sign-in page. */
  providers(): Promise<readonly Provider[]>;
  /** Address that ends the session at the provider too. Undefined for a session of another sign-in method. */
  signOutAddress(session: SessionState): Promise<string | undefined>;
}

/** Sign-in and sign-out, the session, and the user's own account. */
export function accountPlugin(
  app: FastifyInstance,
  services: AccountServices,
  externalSignIn: ExternalSignIn,
): void {
  const { accounts, access, settings, pending, view } = services;

  serve(app, listAuthProviders, async ({ request, reply }) => {
    if (request.session === undefined) await app.openSession(request, reply, { accountId: null });
    const { session } = request;
    const [others, announcement, pendingSignIn] = await Promise.all([
      externalSignIn.providers(),
      settings.announcement(),
      session === undefined ? undefined : pending.find(session.tokenHash),
    ]);
    const internal: Provider = { kind: 'internal', name: 'Telltale' };
    return {
      providers: [internal, ...others],
      announcement,
      pendingSignIn: pendingSignIn !== undefined,
    };
  });

  serve(app, readSession, ({ caller, request }) => {
    if (request.session === undefined) throw new ProblemError('UNAUTHENTICATED');
    return view(caller, request.session);
  });

  serve(app, readCurrentAnnouncement, async () => {
    const [announcement, history] = await Promise.all([settings.announcement(), settings.history()]);
    return { announcement, ...(history !== undefined && { history }) };
  });

  serve(app, signOut, async ({ request, reply }) => {
    const next = request.session && (await externalSignIn.signOutAddress(request.session));
    await app.endSession(request, reply);
    return next === undefined ? {} : { next };
  });

  serve(app, updatePreferences, async ({ body, ...actor }) => {
    const { id, permissions } = actor.caller;
    if (body.theme !== undefined && !permissions.has('MISC.THEME.write')) throw new ProblemError('FORBIDDEN');
    await accounts.updatePreferences(body, actor);
    access.forget(id);
    return {};
  });

  signInPlugin(app, services);
  signInFactorPlugin(app, services);
  passwordPlugin(app, services);
  secondFactorPlugin(app, services);
  termsPlugin(app, services);
  ownSessionsPlugin(app, services);
}
