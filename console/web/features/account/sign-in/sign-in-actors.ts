import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import { type Session } from '#schemas/account/routes.ts';
import { listAuthProviders, signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import {
  cancelSignIn,
  acceptTerms,
  startEnrolmentAtSignIn,
  confirmEnrolmentAtSignIn,
  continueSignIn,
  verifySecondFactor,
  readSignInStep,
  signInSteps,
  updatePasswordAtSignIn,
} from '#schemas/account/sign-in-step.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';
import { showAsChosen } from '#web/kernel/preferences/preferences.ts';
import { signInMachine, type Credentials, type Entered, type Step, type Taken } from './sign-in.machine.ts';

const steps = new Set<string>(signInSteps);
/** Problems that end a pending sign-in: it restarts and shows them. */
const overBy = (code: string): boolean => code === 'SIGN_IN_STEP_OVER' || code.startsWith('ACCOUNT_LOCKED_');

/** A page left open holds the CSRF cookie of an ended session: renews it once and retries. */
async function signIn(body: Credentials): Promise<Session> {
  try {
    return await call(signInWithPassword, { body });
  } catch (problem) {
    if (!(problem instanceof ApiProblem) || problem.code !== 'CSRF_INVALID') throw problem;
    await call(listAuthProviders, {});
    return await call(signInWithPassword, { body });
  }
}

async function askForStep(): Promise<Step | undefined> {
  const { step } = await call(readSignInStep, {});
  if (step === null) return undefined;
  if (step.step !== 'SECOND_FACTOR_ENROLMENT_REQUIRED') return { view: step };
  return { view: step, enrolment: await call(startEnrolmentAtSignIn, { body: {} }) };
}

/** The session, or the next step. */
async function takenBy(work: () => Promise<Session>): Promise<Taken> {
  try {
    return { is: 'signed in', session: await work() };
  } catch (problem) {
    if (problem instanceof ApiProblem && steps.has(problem.code)) return { is: 'next' };
    throw problem;
  }
}

async function takeStep({ view }: Step, { code, newPassword, confirmation }: Entered): Promise<Taken> {
  switch (view.step) {
    case 'SECOND_FACTOR_REQUIRED':
      return takenBy(() => call(verifySecondFactor, { body: { code } }));
    case 'SECOND_FACTOR_ENROLMENT_REQUIRED': {
      const { recoveryCodes } = await call(confirmEnrolmentAtSignIn, { body: { code } });
      return { is: 'recovery codes', codes: recoveryCodes };
    }
    case 'PASSWORD_UPDATE_REQUIRED':
      return takenBy(() => call(updatePasswordAtSignIn, { body: { password: newPassword, confirmation } }));
    case 'TERMS_NOT_ACCEPTED':
      return takenBy(() => call(acceptTerms, { body: { version: view.version } }));
  }
}

async function orOver(work: () => Promise<Taken>): Promise<Taken> {
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof ApiProblem && overBy(problem.code)) return { is: 'over', problem };
    throw problem;
  }
}

/** The sign-in machine with the real calls. */
export function signInWith(queries: QueryClient) {
  const known = (taken: Taken): Taken => {
    if (taken.is !== 'signed in') return taken;
    queries.setQueryData(sessionQuery.queryKey, taken.session);
    showAsChosen(taken.session.user);
    return taken;
  };
  return signInMachine.provide({
    actors: {
      'ask for the ways to sign in': fromPromise(() => call(listAuthProviders, {})),
      'sign in': fromPromise(async ({ input }: { input: Credentials }) =>
        known(await takenBy(() => signIn(input))),
      ),
      'ask for the step': fromPromise(askForStep),
      'take the step': fromPromise(
        async ({ input }: { input: { readonly step: Step | undefined; readonly entered: Entered } }) => {
          const { step, entered } = input;
          return step === undefined
            ? { is: 'next' as const }
            : known(await orOver(() => takeStep(step, entered)));
        },
      ),
      'go on': fromPromise(async () =>
        known(await orOver(() => takenBy(() => call(continueSignIn, { body: {} })))),
      ),
      'leave the sign-in': fromPromise(async () => {
        await call(cancelSignIn, {});
      }),
    },
  });
}
