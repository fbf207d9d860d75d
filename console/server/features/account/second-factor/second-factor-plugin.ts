import type { FastifyInstance } from 'fastify';
import {
  startEnrolment,
  confirmEnrolment,
  readRoleSecondFactor,
  readSecondFactor,
  deleteSecondFactor,
  updateRoleSecondFactor,
} from '#schemas/account/second-factor.ts';
import { eventLog } from '../../../kernel/http/event-log.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { AccountServices } from '../account-services.ts';
import { requirePassword } from '../password/require-password.ts';

/** The user's own second factor, and the roles that require one. */
export function secondFactorPlugin(app: FastifyInstance, services: AccountServices): void {
  const { accounts, factors, delay } = services;

  serve(app, readSecondFactor, async ({ caller }) => {
    const account = await accounts.find(caller.id);
    if (account === undefined) throw new ProblemError('UNAUTHENTICATED');
    return factors.stateOf(account);
  });

  serve(app, startEnrolment, async ({ body, caller }) => {
    if ((await accounts.find(caller.id))?.passwordHash === null)
      throw new ProblemError('SECOND_FACTOR_ELSEWHERE');
    return factors.startEnrolment(await requirePassword(services, { caller, password: body.password }));
  });

  serve(app, confirmEnrolment, async ({ body, caller, request, audit }) => {
    const attempt = delay.start({ kind: 'own second factor', account: caller.id }, undefined);
    const codes = await factors.confirmEnrolment(caller, body.code, audit);
    if (codes === undefined) throw new ProblemError('SECOND_FACTOR_WRONG');
    attempt.succeeded();
    eventLog(request).info({ account: caller.id }, 'second factor enabled');
    return { recoveryCodes: [...codes] };
  });

  serve(app, deleteSecondFactor, async ({ body, caller, request, audit }) => {
    const account = await requirePassword(services, { caller, password: body.password });
    if ((await factors.stateOf(account)).required) throw new ProblemError('SECOND_FACTOR_REQUIRED_BY_ROLE');
    await factors.delete(account, audit);
    eventLog(request).info({ account: caller.id }, 'second factor disabled');
    return {};
  });

  serve(app, readRoleSecondFactor, async () => ({ roles: [...(await factors.listRequiringRoles())] }));

  serve(app, updateRoleSecondFactor, async ({ params, body, ...actor }) => {
    await factors.setRequired(params.role, body.required, actor);
    return {};
  });
}
