import type { FastifyInstance } from 'fastify';
import { signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import {
  cancelSignIn,
  acceptTerms,
  continueSignIn,
  readSignInStep,
  updatePasswordAtSignIn,
} from '#schemas/account/sign-in-step.ts';
import { eventLog } from '../../../kernel/http/event-log.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { AccountServices } from '../account-services.ts';
import { continueToSession, sessionResponse } from './session-response.ts';

/** Sign-in: the password, then the remaining steps of the account. */
export function signInPlugin(app: FastifyInstance, services: AccountServices): void {
  const { login, delay, browsers, steps, pending, passwords, terms, publishChange } = services;

  serve(app, signInWithPassword, async ({ body, request, reply, audit }) => {
    const facts = { username: body.username, address: request.ip };
    if (login.isBusy()) throw new ProblemError('LOGIN_UNAVAILABLE');
    const browser = await browsers.find(request, body.username);
    const subject = { kind: 'sign-in', typed: body.username } as const;
    const attempt = delay.start(subject, browser ?? { address: request.ip });
    const result = await login.attempt({ ...body, browser }, audit);
    if (result.ok || result.code !== 'LOGIN_REFUSED') attempt.succeeded();
    if (!result.ok) {
      eventLog(request).warn({ ...facts, code: result.code }, 'sign-in rejected');
      if (result.locked !== undefined) publishChange(result.locked);
      throw new ProblemError(result.code);
    }
    const admitted = await steps.start(request, reply, {
      accountId: result.accountId,
      passwordHash: result.passwordHash,
    });
    if (!admitted.ok) throw new ProblemError(admitted.code);
    return sessionResponse(services, request, admitted.session);
  });

  serve(app, readSignInStep, async ({ request }) => ({ step: await steps.view(request) }));

  serve(app, cancelSignIn, async ({ request }) => {
    if (request.session !== undefined) await pending.delete(request.session.tokenHash);
    return {};
  });

  serve(app, continueSignIn, (call) => continueToSession(services, call));

  serve(app, updatePasswordAtSignIn, async ({ body, request, reply, audit }) => {
    const { account, sessionHash } = await steps.requirePending(request, 'PASSWORD_UPDATE_REQUIRED');
    await passwords.change(account, body, { keep: sessionHash, audit });
    return continueToSession(services, { request, reply });
  });

  serve(app, acceptTerms, async ({ body, request, reply, audit }) => {
    const { account } = await steps.requirePending(request, 'TERMS_NOT_ACCEPTED');
    const current = await terms.readCurrent();
    // If a newer version was published since the user opened the terms, the next step shows it.
    if (current?.version === body.version) await terms.accept(account, body.version, audit);
    return continueToSession(services, { request, reply });
  });
}
