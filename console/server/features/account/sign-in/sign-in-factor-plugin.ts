import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  startEnrolmentAtSignIn,
  confirmEnrolmentAtSignIn,
  verifySecondFactor,
} from '#schemas/account/sign-in-step.ts';
import type { Audit } from '#server/kernel/audit/audit-trail.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { AccountServices } from '../account-services.ts';
import { continueToSession } from './session-response.ts';
import { lockProblemOf } from './lock-problem.ts';
import type { PendingSignIn } from './sign-in-steps.ts';

/** A wrong code counts like a wrong password: it waits, and it locks. */
async function refuseWrongCode(
  { delay, accounts, settings, clock, changed }: AccountServices,
  { account }: PendingSignIn,
  {
    request,
    audit,
    isRight,
  }: {
    readonly request: FastifyRequest;
    readonly audit: Audit;
    readonly isRight: () => Promise<boolean>;
  },
): Promise<void> {
  const attempt = delay.start(`second factor of ${String(account.id)}`, request.ip);
  if (await isRight()) {
    attempt.succeeded();
    return;
  }
  const { maxFailures } = await settings.policy();
  if (await accounts.recordFailure(account.id, { most: maxFailures, now: clock.now() }, audit)) changed(account.id);
  request.log.warn({ account: account.id, address: request.ip }, 'wrong code of a second factor');
  throw new ProblemError('SECOND_FACTOR_WRONG');
}

/** The second factor at sign-in: giving it, and setting it up where the role asks for it. */
export function signInFactorPlugin(app: FastifyInstance, services: AccountServices): void {
  const { steps, pending, factors, accounts } = services;

  async function passSecondFactor({ sessionHash, account }: PendingSignIn): Promise<void> {
    const lockReason = await accounts.recordSecondFactor(account.id);
    if (lockReason !== null) throw new ProblemError(lockProblemOf(lockReason));
    await pending.passSecondFactor(sessionHash);
  }

  serve(app, verifySecondFactor, async ({ body, request, reply, audit }) => {
    const found = await steps.requirePending(request, 'SECOND_FACTOR_REQUIRED');
    const isRight = () => factors.isRight(found.account.id, body.code);
    await refuseWrongCode(services, found, { request, audit, isRight });
    await passSecondFactor(found);
    return continueToSession(services, { request, reply });
  });

  serve(app, startEnrolmentAtSignIn, async ({ request }) => {
    const { account } = await steps.requirePending(request, 'SECOND_FACTOR_ENROLMENT_REQUIRED');
    return factors.begin(account);
  });

  serve(app, confirmEnrolmentAtSignIn, async ({ body, request, audit }) => {
    const found = await steps.requirePending(request, 'SECOND_FACTOR_ENROLMENT_REQUIRED');
    let codes: readonly string[] | undefined;
    const isRight = async () =>
      (codes = await factors.confirm(found.account, body.code, audit)) !== undefined;
    await refuseWrongCode(services, found, { request, audit, isRight });
    await passSecondFactor(found);
    return { recoveryCodes: [...(codes ?? [])] };
  });
}
