import { assign, fromPromise, setup } from 'xstate';
import type { z } from 'zod';
import type { Session } from '#schemas/account/routes.ts';
import type { listAuthProviders, signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import type { Enrolment, StepView } from '#schemas/account/sign-in-step.ts';

export type SignInMethods = z.output<typeof listAuthProviders.reply>;
export type Credentials = z.output<typeof signInWithPassword.body>;
type Enrolled = z.output<typeof Enrolment>;

/** Every input of the sign-in. */
const entries = ['username', 'password', 'code', 'newPassword', 'confirmation'] as const;
export type InputName = (typeof entries)[number];
export type Inputs = Readonly<Record<InputName, string>>;

/** The step the server waits for, with the data of its screen. */
export interface Step {
  readonly view: StepView;
  /** The secret of a second factor that is being set up. */
  readonly enrolment?: Enrolled | undefined;
}

/** Result of a step. */
export type StepResult =
  | { readonly is: 'signed in'; readonly session: Session }
  /** A second factor was set up; its recovery codes are shown once. */
  | { readonly is: 'recovery codes'; readonly codes: readonly string[] }
  /** Another step is required. */
  | { readonly is: 'next' }
  /** The sign-in timed out and restarts. */
  | { readonly is: 'expired'; readonly problem: unknown };

interface Context {
  readonly methods: SignInMethods;
  readonly entered: Inputs;
  readonly missing: readonly InputName[];
  readonly step: Step | undefined;
  readonly codes: readonly string[];
  /** When the password expires, if soon. */
  readonly expiresAt: number | undefined;
  /** Problem of the last attempt. */
  readonly problem: unknown;
}

type Event =
  | { readonly type: 'enter'; readonly name: InputName; readonly value: string }
  | { readonly type: 'submit' }
  | { readonly type: 'continue' }
  | { readonly type: 'restart' }
  | { readonly type: 'retry' };

const blank: Inputs = { username: '', password: '', code: '', newPassword: '', confirmation: '' };

const inputsOfStep = {
  SECOND_FACTOR_REQUIRED: ['code'],
  SECOND_FACTOR_ENROLMENT_REQUIRED: ['code'],
  PASSWORD_UPDATE_REQUIRED: ['newPassword', 'confirmation'],
  TERMS_NOT_ACCEPTED: [],
} as const satisfies Record<StepView['step'], readonly InputName[]>;

/** Inputs of the current screen: of the step, or of the password form. */
const requiredInputs = (step: Step | undefined): readonly InputName[] =>
  step === undefined ? ['username', 'password'] : inputsOfStep[step.view.step];

const missingOf = ({ entered, step }: Pick<Context, 'entered' | 'step'>): readonly InputName[] =>
  requiredInputs(step).filter((name) => entered[name].trim() === '');

const unprovided = (): Promise<never> => Promise.reject(new Error('not provided'));
const expiryOf = (event: unknown): number | undefined => {
  const taken = resultOf(event);
  return taken.is === 'signed in' ? taken.session.passwordExpiresAt : undefined;
};
const resultOf = (event: unknown): StepResult => (event as { readonly output: StepResult }).output;

/** Sign-in: the methods, the password, and every step after it. */
export const signInMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  actors: {
    'read the sign-in methods': fromPromise<SignInMethods>(unprovided),
    'sign in': fromPromise<StepResult, Credentials>(unprovided),
    'read the step': fromPromise<Step | undefined>(unprovided),
    'submit the step': fromPromise<StepResult, { readonly step: Step | undefined; readonly entered: Inputs }>(
      unprovided,
    ),
    continue: fromPromise<StepResult>(unprovided),
    'cancel the sign-in': fromPromise<void>(unprovided),
  },
  guards: {
    'every input is filled in': ({ context }) => missingOf(context).length === 0,
    'a sign-in is pending': ({ context }) => context.methods.pendingSignIn,
    'signed in': ({ event }) => resultOf(event).is === 'signed in',
    'the password expires soon': ({ event }) => expiryOf(event) !== undefined,
    'recovery codes were issued': ({ event }) => resultOf(event).is === 'recovery codes',
    'a step remains': ({ event }) => resultOf(event).is === 'next',
  },
  actions: {
    'apply the input': assign(({ context, event }) => {
      if (event.type !== 'enter') return context;
      const entered = { ...context.entered, [event.name]: event.value };
      const still = missingOf({ ...context, entered });
      return { ...context, entered, missing: context.missing.filter((name) => still.includes(name)) };
    }),
    'mark missing inputs': assign({ missing: ({ context }) => missingOf(context) }),
    'clear the problem': assign({ problem: undefined }),
    'clear the step': assign({ step: undefined, codes: [], missing: [] }),
    'clear the secrets': assign({
      entered: ({ context }) => ({ ...blank, username: context.entered.username }),
    }),
    'store the problem': assign({ problem: ({ event }) => (event as { readonly error?: unknown }).error }),
    'store why it expired': assign({
      problem: ({ event }) => {
        const taken = resultOf(event);
        return taken.is === 'expired' ? taken.problem : undefined;
      },
    }),
    'store the expiry': assign({ expiresAt: ({ event }) => expiryOf(event) }),
    'store the codes': assign({
      codes: ({ event }) => {
        const taken = resultOf(event);
        return taken.is === 'recovery codes' ? taken.codes : [];
      },
    }),
  },
}).createMachine({
  id: 'sign-in',
  context: {
    methods: { providers: [], announcement: null, pendingSignIn: false },
    entered: blank,
    missing: [],
    step: undefined,
    codes: [],
    expiresAt: undefined,
    problem: undefined,
  },
  initial: 'preparing',
  on: { enter: { actions: 'apply the input' } },
  states: {
    preparing: {
      tags: 'waiting',
      invoke: {
        src: 'read the sign-in methods',
        onDone: { target: 'prepared', actions: assign({ methods: ({ event }) => event.output }) },
        onError: { target: 'unavailable', actions: 'store the problem' },
      },
    },
    unavailable: { on: { retry: { target: 'preparing', actions: 'clear the problem' } } },
    prepared: {
      // After a reload during sign-in, or on return from the identity provider.
      always: [{ guard: 'a sign-in is pending', target: 'reading the step' }, { target: 'ready' }],
    },
    ready: {
      tags: 'form',
      entry: 'clear the step',
      on: {
        submit: [
          { guard: 'every input is filled in', target: 'signing in' },
          { actions: ['mark missing inputs', 'clear the problem'] },
        ],
      },
    },
    'signing in': {
      tags: ['form', 'busy'],
      entry: 'clear the problem',
      invoke: {
        src: 'sign in',
        input: ({ context }) => ({
          username: context.entered.username,
          password: context.entered.password,
        }),
        onDone: [
          { guard: 'the password expires soon', target: 'warning of expiry', actions: 'store the expiry' },
          { guard: 'signed in', target: 'signed in' },
          { target: 'reading the step', actions: 'clear the secrets' },
        ],
        onError: { target: 'ready', actions: ['store the problem', 'clear the secrets'] },
      },
    },
    'reading the step': {
      tags: ['busy'],
      invoke: {
        src: 'read the step',
        onDone: [
          { guard: ({ event }) => event.output === undefined, target: 'continuing' },
          { target: 'at a step', actions: assign({ step: ({ event }) => event.output }) },
        ],
        onError: { target: 'ready', actions: 'store the problem' },
      },
    },
    'at a step': {
      tags: 'step',
      on: {
        submit: [
          { guard: 'every input is filled in', target: 'submitting the step' },
          { actions: ['mark missing inputs', 'clear the problem'] },
        ],
        restart: 'cancelling',
      },
    },
    'submitting the step': {
      tags: ['step', 'busy'],
      entry: 'clear the problem',
      invoke: {
        src: 'submit the step',
        input: ({ context }) => ({ step: context.step, entered: context.entered }),
        onDone: [
          { guard: 'the password expires soon', target: 'warning of expiry', actions: 'store the expiry' },
          { guard: 'signed in', target: 'signed in' },
          { guard: 'recovery codes were issued', target: 'showing the codes', actions: 'store the codes' },
          { guard: 'a step remains', target: 'reading the step', actions: 'clear the secrets' },
          { target: 'ready', actions: ['store why it expired', 'clear the secrets'] },
        ],
        onError: { target: 'at a step', actions: 'store the problem' },
      },
    },
    'showing the codes': { on: { continue: 'continuing' } },
    continuing: {
      tags: 'busy',
      invoke: {
        src: 'continue',
        onDone: [
          { guard: 'the password expires soon', target: 'warning of expiry', actions: 'store the expiry' },
          { guard: 'signed in', target: 'signed in' },
          { guard: 'a step remains', target: 'reading the step' },
          { target: 'ready', actions: ['store why it expired', 'clear the secrets'] },
        ],
        onError: { target: 'ready', actions: 'store the problem' },
      },
    },
    cancelling: {
      tags: 'busy',
      invoke: {
        src: 'cancel the sign-in',
        onDone: { target: 'ready', actions: ['clear the problem', 'clear the secrets'] },
        onError: { target: 'ready', actions: ['store the problem', 'clear the secrets'] },
      },
    },
    // Already signed in: only the warning remains.
    'warning of expiry': { on: { continue: 'signed in' } },
    'signed in': { type: 'final', tags: ['form', 'busy'] },
  },
});
