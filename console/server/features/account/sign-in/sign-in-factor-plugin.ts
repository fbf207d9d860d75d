import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  startEnrolmentAtSignIn,
  confirmEnrolmentAtSignIn,
  verifySecondFactor,
} from '#schemas/account/sign-in-step.ts';
import { eventLog } from '../../../kernel/http/event-log.ts';
import type { Audit } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { AccountServices } from '../account-services.ts';
import { continueToSession } from './session-response.ts';
import { lockProblemOf } from './lock-problem.ts';
import { recordFailure } from './record-failure.ts';
import type { PendingSignIn } from './sign-in-steps.ts';

/** Wrong codes count like wrong passwords: they delay and lock. */
async function requireCode(
  { delay, db, browsers, settings, clock }: AccountServices,
  { account }: PendingSignIn,
  {
    request,
    audit,
    verify,
  }: {
    readonly request: FastifyRequest;
    readonly audit: Audit;
    readonly verify: () => Promise<boolean>;
  },
): Promise<void> {
  const accountId = account.id;
  const browser = await browsers.find(request, accountId);
  const attempt = delay.start(
    { kind: 'second factor', account: accountId },
    browser ?? { address: request.ip },
  );
  if (await verify()) {
    attempt.succeeded();
    return;
  }
  const policy = await settings.policy();
  await recordFailure({ db, clock, audit }, { accountId, step: 'second factor', browser }, policy);
  eventLog(request).warn({ account: accountId, address: request.ip }, 'second factor code rejected');
  throw new ProblemError('SECOND_FACTOR_WRONG');
}

/** Verification of the second factor at sign-in, and its enrolment where the role requires it. */
export function signInFactorPlugin(app: FastifyInstance, services: AccountServices): void {
  const { steps, pending, factors, accounts } = services;

  async function passSecondFactor({ sessionHash, account, pending: of }: PendingSignIn): Promise<void> {
    const lockReason = await accounts.recordSecondFactor(account.id, of.isKnownBrowser);
    if (lockReason !== null) throw new ProblemError(lockProblemOf(lockReason));
    await pending.passSecondFactor(sessionHash);
  }

  serve(app, verifySecondFactor, async ({ body, request, reply, audit }) => {
    const found = await steps.requirePending(request, 'SECOND_FACTOR_REQUIRED');
    const verify = () => factors.verify(found.account.id, body.code);
    await requireCode(services, found, { request, audit, verify });
    await passSecondFactor(found);
    return continueToSession(services, { request, reply });
  });

  serve(app, startEnrolmentAtSignIn, async ({ request }) => {
    const { account } = await steps.requirePending(request, 'SECOND_FACTOR_ENROLMENT_REQUIRED');
    return factors.startEnrolment(account);
  });

  serve(app, confirmEnrolmentAtSignIn, async ({ body, request, audit }) => {
    const found = await steps.requirePending(request, 'SECOND_FACTOR_ENROLMENT_REQUIRED');
    let codes: readonly string[] | undefined;
    const verify = async () =>
      (codes = await factors.confirmEnrolment(found.account, body.code, audit)) !== undefined;
    await requireCode(services, found, { request, audit, verify });
    await passSecondFactor(found);
    return { recoveryCodes: [...(codes ?? [])] };
  });
}
