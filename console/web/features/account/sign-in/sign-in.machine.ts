import { assign, fromPromise, setup } from 'xstate';
import type { z } from 'zod';
import type { Session } from '#schemas/account/routes.ts';
import type { listAuthProviders, signInWithPassword } from '#schemas/account/sign-in-methods.ts';
import type { Enrolment, StepView } from '#schemas/account/sign-in-step.ts';

export type Ways = z.output<typeof listAuthProviders.reply>;
export type Credentials = z.output<typeof signInWithPassword.body>;
type Enrolled = z.output<typeof Enrolment>;

/** Every input of the sign-in. */
const entries = ['username', 'password', 'code', 'newPassword', 'confirmation'] as const;
export type EntryName = (typeof entries)[number];
export type Entered = Readonly<Record<EntryName, string>>;

/** The step the server waits for, with the data of its screen. */
export interface Step {
  readonly view: StepView;
  /** The secret of a second factor that is being set up. */
  readonly enrolment?: Enrolled | undefined;
}

/** Result of a step. */
export type Taken =
  | { readonly is: 'signed in'; readonly session: Session }
  /** A second factor was set up; its recovery codes are shown once. */
  | { readonly is: 'recovery codes'; readonly codes: readonly string[] }
  /** Another step is required. */
  | { readonly is: 'next' }
  /** The sign-in timed out and restarts. */
  | { readonly is: 'over'; readonly problem: unknown };

interface Context {
  readonly ways: Ways;
  readonly entered: Entered;
  readonly missing: readonly EntryName[];
  readonly step: Step | undefined;
  readonly codes: readonly string[];
  /** When the password expires, if soon. */
  readonly expiresAt: number | undefined;
  /** Problem of the last attempt. */
  readonly problem: unknown;
}

type Event =
  | { readonly type: 'enter'; readonly name: EntryName; readonly value: string }
  | { readonly type: 'submit' }
  | { readonly type: 'go on' }
  | { readonly type: 'begin anew' }
  | { readonly type: 'retry' };

const blank: Entered = { username: '', password: '', code: '', newPassword: '', confirmation: '' };

const asked = {
  SECOND_FACTOR_REQUIRED: ['code'],
  SECOND_FACTOR_ENROLMENT_REQUIRED: ['code'],
  PASSWORD_UPDATE_REQUIRED: ['newPassword', 'confirmation'],
  TERMS_NOT_ACCEPTED: [],
} as const satisfies Record<StepView['step'], readonly EntryName[]>;

/** Inputs of the current screen: of the step, or of the password form. */
const askedBy = (step: Step | undefined): readonly EntryName[] =>
  step === undefined ? ['username', 'password'] : asked[step.view.step];

const missingOf = ({ entered, step }: Pick<Context, 'entered' | 'step'>): readonly EntryName[] =>
  askedBy(step).filter((name) => entered[name].trim() === '');

const unprovided = (): Promise<never> => Promise.reject(new Error('not provided'));
const expiryOf = (event: unknown): number | undefined => {
  const taken = takenOf(event);
  return taken.is === 'signed in' ? taken.session.passwordExpiresAt : undefined;
};
const takenOf = (event: unknown): Taken => (event as { readonly output: Taken }).output;

/** Sign-in: the methods, the password, and every step after it. */
export const signInMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  actors: {
    'ask for the ways to sign in': fromPromise<Ways>(unprovided),
    'sign in': fromPromise<Taken, Credentials>(unprovided),
    'ask for the step': fromPromise<Step | undefined>(unprovided),
    'take the step': fromPromise<Taken, { readonly step: Step | undefined; readonly entered: Entered }>(
      unprovided,
    ),
    'go on': fromPromise<Taken>(unprovided),
    'leave the sign-in': fromPromise<void>(unprovided),
  },
  guards: {
    'everything is filled in': ({ context }) => missingOf(context).length === 0,
    'a sign-in is under way': ({ context }) => context.ways.pendingSignIn,
    'signed in': ({ event }) => takenOf(event).is === 'signed in',
    'the password expires soon': ({ event }) => expiryOf(event) !== undefined,
    'codes are to be kept': ({ event }) => takenOf(event).is === 'recovery codes',
    'a step is left': ({ event }) => takenOf(event).is === 'next',
  },
  actions: {
    'take what was typed': assign(({ context, event }) => {
      if (event.type !== 'enter') return context;
      const entered = { ...context.entered, [event.name]: event.value };
      const still = missingOf({ ...context, entered });
      return { ...context, entered, missing: context.missing.filter((name) => still.includes(name)) };
    }),
    'point at what is missing': assign({ missing: ({ context }) => missingOf(context) }),
    'forget the problem': assign({ problem: undefined }),
    'forget the step': assign({ step: undefined, codes: [], missing: [] }),
    'forget the secrets': assign({
      entered: ({ context }) => ({ ...blank, username: context.entered.username }),
    }),
    'keep the problem': assign({ problem: ({ event }) => (event as { readonly error?: unknown }).error }),
    'keep why it is over': assign({
      problem: ({ event }) => {
        const taken = takenOf(event);
        return taken.is === 'over' ? taken.problem : undefined;
      },
    }),
    'keep the expiry': assign({ expiresAt: ({ event }) => expiryOf(event) }),
    'keep the codes': assign({
      codes: ({ event }) => {
        const taken = takenOf(event);
        return taken.is === 'recovery codes' ? taken.codes : [];
      },
    }),
  },
}).createMachine({
  id: 'sign-in',
  context: {
    ways: { providers: [], announcement: null, pendingSignIn: false },
    entered: blank,
    missing: [],
    step: undefined,
    codes: [],
    expiresAt: undefined,
    problem: undefined,
  },
  initial: 'preparing',
  on: { enter: { actions: 'take what was typed' } },
  states: {
    preparing: {
      tags: 'waiting',
      invoke: {
        src: 'ask for the ways to sign in',
        onDone: { target: 'prepared', actions: assign({ ways: ({ event }) => event.output }) },
        onError: { target: 'unavailable', actions: 'keep the problem' },
      },
    },
    unavailable: { on: { retry: { target: 'preparing', actions: 'forget the problem' } } },
    prepared: {
      // After a reload during sign-in, or on return from the identity provider.
      always: [{ guard: 'a sign-in is under way', target: 'asking for the step' }, { target: 'ready' }],
    },
    ready: {
      tags: 'form',
      entry: 'forget the step',
      on: {
        submit: [
          { guard: 'everything is filled in', target: 'signing in' },
          { actions: ['point at what is missing', 'forget the problem'] },
        ],
      },
    },
    'signing in': {
      tags: ['form', 'busy'],
      entry: 'forget the problem',
      invoke: {
        src: 'sign in',
        input: ({ context }) => ({
          username: context.entered.username,
          password: context.entered.password,
        }),
        onDone: [
          { guard: 'the password expires soon', target: 'being warned', actions: 'keep the expiry' },
          { guard: 'signed in', target: 'signed in' },
          { target: 'asking for the step', actions: 'forget the secrets' },
        ],
        onError: { target: 'ready', actions: ['keep the problem', 'forget the secrets'] },
      },
    },
    'asking for the step': {
      tags: ['busy'],
      invoke: {
        src: 'ask for the step',
        onDone: [
          { guard: ({ event }) => event.output === undefined, target: 'going on' },
          { target: 'at a step', actions: assign({ step: ({ event }) => event.output }) },
        ],
        onError: { target: 'ready', actions: 'keep the problem' },
      },
    },
    'at a step': {
      tags: 'step',
      on: {
        submit: [
          { guard: 'everything is filled in', target: 'taking the step' },
          { actions: ['point at what is missing', 'forget the problem'] },
        ],
        'begin anew': 'leaving',
      },
    },
    'taking the step': {
      tags: ['step', 'busy'],
      entry: 'forget the problem',
      invoke: {
        src: 'take the step',
        input: ({ context }) => ({ step: context.step, entered: context.entered }),
        onDone: [
          { guard: 'the password expires soon', target: 'being warned', actions: 'keep the expiry' },
          { guard: 'signed in', target: 'signed in' },
          { guard: 'codes are to be kept', target: 'keeping the codes', actions: 'keep the codes' },
          { guard: 'a step is left', target: 'asking for the step', actions: 'forget the secrets' },
          { target: 'ready', actions: ['keep why it is over', 'forget the secrets'] },
        ],
        onError: { target: 'at a step', actions: 'keep the problem' },
      },
    },
    'keeping the codes': { on: { 'go on': 'going on' } },
    'going on': {
      tags: 'busy',
      invoke: {
        src: 'go on',
        onDone: [
          { guard: 'the password expires soon', target: 'being warned', actions: 'keep the expiry' },
          { guard: 'signed in', target: 'signed in' },
          { guard: 'a step is left', target: 'asking for the step' },
          { target: 'ready', actions: ['keep why it is over', 'forget the secrets'] },
        ],
        onError: { target: 'ready', actions: 'keep the problem' },
      },
    },
    leaving: {
      tags: 'busy',
      invoke: {
        src: 'leave the sign-in',
        onDone: { target: 'ready', actions: ['forget the problem', 'forget the secrets'] },
        onError: { target: 'ready', actions: ['keep the problem', 'forget the secrets'] },
      },
    },
    // Already signed in: only the warning remains.
    'being warned': { on: { 'go on': 'signed in' } },
    'signed in': { type: 'final', tags: ['form', 'busy'] },
  },
});
