import { defaultPasswordPolicy } from '#schemas/account/password-policy.ts';
import { readSession, type Session } from '#schemas/account/routes.ts';
import { listAuthProviders, signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import {
  acceptTerms,
  cancelSignIn,
  confirmEnrolmentAtSignIn,
  continueSignIn,
  readSignInStep,
  startEnrolmentAtSignIn,
  updatePasswordAtSignIn,
  verifySecondFactor,
  type StepView,
} from '#schemas/account/sign-in-step.ts';
import { startingTerms } from '#schemas/account/terms.ts';
import { msOf } from '#web/lib/clock.ts';
import { aSession } from '#web/testing/a-session.ts';
import { problem, rejected, reply, type Reply } from '#web/testing/replies.ts';
import { accepted, enrolment, recoveryCodes } from '../features/account/testing/account-replies.ts';

/** Steps behind the password. */
export const stepViews = {
  factor: { step: 'SECOND_FACTOR_REQUIRED' },
  enrolment: { step: 'SECOND_FACTOR_ENROLMENT_REQUIRED' },
  update: {
    step: 'PASSWORD_UPDATE_REQUIRED',
    username: 'admin',
    policy: { ...defaultPasswordPolicy, minDigits: 1, minUppercase: 2 },
    expiresAt: msOf('2026-11-24T00:00:00Z'),
  },
  terms: { step: 'TERMS_NOT_ACCEPTED', version: 3, ...startingTerms },
} satisfies Record<string, StepView>;

/** A password that the server finds unchanged. */
export const UNCHANGED = 'taken before, as it is';

interface SignIn {
  readonly steps?: readonly StepView[];
  readonly session?: Session;
}

/** Replies of a sign-in whose right password is followed by the steps. */
export function signInReplies({ steps = [], session = aSession() }: SignIn = {}): readonly Reply[] {
  let waiting = [...steps];
  let isSignedIn = false;
  const advance = () => {
    const [step] = waiting;
    if (step !== undefined) return problem(step.step);
    isSignedIn = true;
    return session;
  };
  const take = () => {
    waiting = waiting.slice(1);
    return advance();
  };
  return [
    reply(readSession, () => (isSignedIn ? session : problem('UNAUTHENTICATED'))),
    reply(listAuthProviders, {
      providers: [{ kind: 'internal', name: 'internal' }],
      announcement: null,
      pendingSignIn: false,
    }),
    reply(signInWithPassword, ({ body }) =>
      body.password === accepted.password ? advance() : problem('LOGIN_REFUSED'),
    ),
    reply(readSignInStep, () => ({ step: waiting[0] ?? null })),
    reply(cancelSignIn, () => {
      waiting = [];
      return {};
    }),
    reply(verifySecondFactor, ({ body }) =>
      body.code === accepted.code ? take() : problem('SECOND_FACTOR_WRONG'),
    ),
    reply(startEnrolmentAtSignIn, enrolment),
    reply(confirmEnrolmentAtSignIn, ({ body }) => {
      if (body.code !== accepted.code) return problem('SECOND_FACTOR_WRONG');
      waiting = waiting.slice(1);
      return { recoveryCodes };
    }),
    reply(continueSignIn, advance),
    reply(updatePasswordAtSignIn, ({ body }) =>
      body.password === UNCHANGED ? rejected({ field: 'password', code: 'PASSWORD_UNCHANGED' }) : take(),
    ),
    reply(acceptTerms, take),
  ];
}
