import type { FastifyInstance } from 'fastify';
import {
  beginEnrolment,
  confirmEnrolment,
  readRoleSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  saveRoleSecondFactor,
} from '#schemas/account/second-factor.ts';
import { exceeds } from '#schemas/role/rules.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { AccountServices } from './account-services.ts';
import { readRoleRights } from '../../kernel/access/role-rights.ts';
import { provenAccount } from './proven-account.ts';

/** One's own second factor, and the roles that ask for one. */
export function secondFactorPlugin(app: FastifyInstance, services: AccountServices): void {
  const { accounts, factors, delay, db } = services;

  serve(app, readSecondFactor, async ({ caller }) => {
    const account = await accounts.byId(caller.id);
    if (account === undefined) throw new ProblemError('UNAUTHENTICATED');
    return factors.stateOf(account);
  });

  serve(app, beginEnrolment, async ({ body, caller, request }) => {
    if ((await accounts.byId(caller.id))?.passwordHash === null)
      throw new ProblemError('SECOND_FACTOR_ELSEWHERE');
    return factors.begin(
      await provenAccount(services, { caller, password: body.password, address: request.ip }),
    );
  });

  serve(app, confirmEnrolment, async ({ body, caller, request, audit }) => {
    const attempt = delay.begin(`second factor of ${String(caller.id)}`, request.ip);
    const codes = await factors.confirm(caller, body.code, audit);
    if (codes === undefined) throw new ProblemError('SECOND_FACTOR_WRONG');
    attempt.succeeded();
    request.log.info({ account: caller.id }, 'second factor switched on');
    return { recoveryCodes: [...codes] };
  });

  serve(app, removeSecondFactor, async ({ body, caller, request, audit }) => {
    const account = await provenAccount(services, { caller, password: body.password, address: request.ip });
    if ((await factors.stateOf(account)).required) throw new ProblemError('SECOND_FACTOR_REQUIRED_BY_ROLE');
    await factors.remove(account, audit);
    request.log.info({ account: caller.id }, 'second factor switched off');
    return {};
  });

  serve(app, readRoleSecondFactor, async () => ({ roles: [...(await factors.rolesThatRequire())] }));

  serve(app, saveRoleSecondFactor, async ({ params, body, caller, audit }) => {
    const rights = (await readRoleRights(db)).get(params.role);
    if (rights === undefined) throw new ProblemError('NOT_FOUND');
    // Who holds less than a role could else take a lock off accounts that may do more than he.
    if (exceeds(rights, caller.permissions)) throw new ProblemError('RIGHTS_EXCEED_OWN');
    if (!(await factors.requireOf(params.role, body.required, audit))) throw new ProblemError('NOT_FOUND');
    return {};
  });
}
