import type { FastifyInstance } from 'fastify';
import {
  changePassword,
  checkResetLink,
  readPasswordRules,
  requestPasswordReset,
  resetPassword,
} from '#schemas/account/password-routes.ts';
import { eventLog } from '../../../kernel/http/event-log.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { AccountServices } from '../account-services.ts';
import { requirePassword } from './require-password.ts';

/** The user's own password, and reset links. */
export function passwordPlugin(app: FastifyInstance, services: AccountServices): void {
  const { accounts, settings, passwords, resets, delay, browsers } = services;

  serve(app, requestPasswordReset, async ({ body, request, audit }) => {
    // Counted like a failure and never forgiven: each request may send a mail.
    const browser = await browsers.find(request, body.login);
    delay.start({ kind: 'reset link', typed: body.login }, browser ?? { address: request.ip });
    resets.request(body, audit);
    return {};
  });

  serve(app, checkResetLink, async ({ body }) => {
    const found = await resets.find(body.token);
    if (found === undefined) throw new ProblemError('RESET_LINK_EXPIRED');
    const { password: policy } = await settings.policy();
    return { username: found.account.username, policy, endsAt: found.endsAt.getTime() };
  });

  serve(app, resetPassword, async ({ body, request, reply, audit }) => {
    const found = await resets.find(body.token);
    if (found === undefined) throw new ProblemError('RESET_LINK_EXPIRED');
    await passwords.change(found.account, body, { audit });
    // The way back of a user whom strangers lock out again and again.
    await browsers.remember(request, reply, found.account.id);
    eventLog(request).info({ account: found.account.id }, 'password changed by reset link');
    return {};
  });

  serve(app, readPasswordRules, async ({ caller }) => {
    const [{ password: policy }, account] = await Promise.all([settings.policy(), accounts.find(caller.id)]);
    return { policy, hasPassword: account?.passwordHash != null };
  });

  serve(app, changePassword, async ({ body, caller, request, audit }) => {
    if ((await accounts.find(caller.id))?.passwordHash === null) throw new ProblemError('PASSWORD_ELSEWHERE');
    const account = await requirePassword(services, { caller, password: body.current });
    await passwords.change(account, body, { keep: request.session?.tokenHash, audit });
    return {};
  });
}
