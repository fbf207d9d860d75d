import type { FastifyInstance } from 'fastify';
import { internalLogin } from '#schemas/account/ways.ts';
import {
  abandonSignIn,
  acceptTerms,
  continueSignIn,
  readSignInStep,
  updatePasswordAtSignIn,
} from '#schemas/account/sign-in-step.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { AccountServices } from './account-services.ts';
import { goOn, signedInView } from './letting-in.ts';

/** Signing in: the password, then whatever step the account still has to take. */
export function signInPlugin(app: FastifyInstance, services: AccountServices): void {
  const { login, delay, steps, pending, passwords, terms, changed } = services;

  serve(app, internalLogin, async ({ body, request, reply, audit }) => {
    const about = { username: body.username, address: request.ip };
    if (login.busy()) throw new ProblemError('LOGIN_UNAVAILABLE');
    const attempt = delay.begin(body.username, request.ip);
    const result = await login.attempt(body.username, body.password, audit);
    if (result.ok || result.code !== 'LOGIN_REFUSED') attempt.succeeded();
    if (!result.ok) {
      request.log.warn({ ...about, code: result.code }, 'sign-in refused');
      if (result.locked !== undefined) changed(result.locked);
      throw new ProblemError(result.code);
    }
    const admitted = await steps.begin(request, reply, {
      accountId: result.accountId,
      passwordHash: result.passwordHash,
    });
    if (!admitted.ok) throw new ProblemError(admitted.code);
    return signedInView(services, request, admitted.session);
  });

  serve(app, readSignInStep, async ({ request }) => ({ step: await steps.view(request) }));

  serve(app, abandonSignIn, async ({ request }) => {
    if (request.session !== undefined) await pending.end(request.session.tokenHash);
    return {};
  });

  serve(app, continueSignIn, (call) => goOn(services, call));

  serve(app, updatePasswordAtSignIn, async ({ body, request, reply, audit }) => {
    const { account, sessionHash } = await steps.underWay(request, 'PASSWORD_UPDATE_REQUIRED');
    await passwords.change(account, body, { keep: sessionHash, audit });
    return goOn(services, { request, reply });
  });

  serve(app, acceptTerms, async ({ body, request, reply, audit }) => {
    const { account } = await steps.underWay(request, 'TERMS_NOT_ACCEPTED');
    const inForce = await terms.inForce();
    // Another version was published while he read: that one is shown to him.
    if (inForce?.version === body.version) await terms.accept(account, body.version, audit);
    return goOn(services, { request, reply });
  });
}
