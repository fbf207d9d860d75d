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
import { applyPreferences } from '#web/kernel/preferences/preferences.ts';
import { rememberSignedIn } from '#web/kernel/session/signed-in-mark.ts';
import {
  signInMachine,
  type Credentials,
  type Inputs,
  type Step,
  type StepResult,
} from './sign-in.machine.ts';

const steps = new Set<string>(signInSteps);
/** Problems that end a pending sign-in: it restarts and shows them. */
const isFinalProblem = (code: string): boolean =>
  code === 'SIGN_IN_STEP_OVER' || code.startsWith('ACCOUNT_LOCKED_');

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

async function readStep(): Promise<Step | undefined> {
  const { step } = await call(readSignInStep, {});
  if (step === null) return undefined;
  if (step.step !== 'SECOND_FACTOR_ENROLMENT_REQUIRED') return { view: step };
  return { view: step, enrolment: await call(startEnrolmentAtSignIn, { body: {} }) };
}

/** Returns the session, or that a step is left. Other problems are thrown. */
async function sessionOrNext(work: () => Promise<Session>): Promise<StepResult> {
  try {
    return { is: 'signed in', session: await work() };
  } catch (problem) {
    if (problem instanceof ApiProblem && steps.has(problem.code)) return { is: 'next' };
    throw problem;
  }
}

async function submitStep({ view }: Step, { code, newPassword, confirmation }: Inputs): Promise<StepResult> {
  switch (view.step) {
    case 'SECOND_FACTOR_REQUIRED':
      return sessionOrNext(() => call(verifySecondFactor, { body: { code } }));
    case 'SECOND_FACTOR_ENROLMENT_REQUIRED': {
      const { recoveryCodes } = await call(confirmEnrolmentAtSignIn, { body: { code } });
      return { is: 'recovery codes', codes: recoveryCodes };
    }
    case 'PASSWORD_UPDATE_REQUIRED':
      return sessionOrNext(() =>
        call(updatePasswordAtSignIn, { body: { password: newPassword, confirmation } }),
      );
    case 'TERMS_NOT_ACCEPTED':
      return sessionOrNext(() => call(acceptTerms, { body: { version: view.version } }));
  }
}

async function endOnFinalProblem(work: () => Promise<StepResult>): Promise<StepResult> {
  try {
    return await work();
  } catch (problem) {
    if (problem instanceof ApiProblem && isFinalProblem(problem.code)) return { is: 'expired', problem };
    throw problem;
  }
}

/** The sign-in machine with the calls to the server. `begin` takes the session that starts. */
export function signInMachineWith(begin: (session: Session) => void) {
  const startSession = (result: StepResult): StepResult => {
    if (result.is !== 'signed in') return result;
    rememberSignedIn();
    begin(result.session);
    applyPreferences(result.session.user);
    return result;
  };
  return signInMachine.provide({
    actors: {
      'read the sign-in methods': fromPromise(() => call(listAuthProviders, {})),
      'sign in': fromPromise(async ({ input }: { input: Credentials }) =>
        startSession(await sessionOrNext(() => signIn(input))),
      ),
      'read the step': fromPromise(readStep),
      'submit the step': fromPromise(
        async ({ input }: { input: { readonly step: Step | undefined; readonly entered: Inputs } }) => {
          const { step, entered } = input;
          return step === undefined
            ? { is: 'next' as const }
            : startSession(await endOnFinalProblem(() => submitStep(step, entered)));
        },
      ),
      continue: fromPromise(async () =>
        startSession(await endOnFinalProblem(() => sessionOrNext(() => call(continueSignIn, { body: {} })))),
      ),
      'cancel the sign-in': fromPromise(async () => {
        await call(cancelSignIn, {});
      }),
    },
  });
}
