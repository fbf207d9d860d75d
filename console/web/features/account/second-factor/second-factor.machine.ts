import { assign, fromPromise, setup } from 'xstate';

interface Enrolled {
  readonly secret: string;
  readonly uri: string;
}
interface Context {
  readonly password: string;
  readonly code: string;
  readonly enrolment: Enrolled | undefined;
  readonly codes: readonly string[];
  readonly problem: unknown;
}
type Event =
  | { readonly type: 'set up' }
  | { readonly type: 'switch off' }
  | { readonly type: 'enter'; readonly name: 'password' | 'code'; readonly value: string }
  | { readonly type: 'submit' }
  | { readonly type: 'cancel' }
  | { readonly type: 'kept' };

const unprovided = (): Promise<never> => Promise.reject(new Error('not provided'));
const blank: Context = { password: '', code: '', enrolment: undefined, codes: [], problem: undefined };

/** Turns the user's second factor on and off. Both require the password, against misuse of an unlocked screen. */
export const secondFactorMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  actors: {
    'begin the enrolment': fromPromise<Enrolled, string>(unprovided),
    'confirm it': fromPromise<readonly string[], string>(unprovided),
    'switch it off': fromPromise<void, string>(unprovided),
  },
  guards: {
    'the password is there': ({ context }) => context.password !== '',
    'the code is there': ({ context }) => context.code.trim() !== '',
  },
  actions: {
    'forget everything': assign(() => blank),
    'keep the problem': assign({ problem: ({ event }) => (event as { readonly error?: unknown }).error }),
  },
}).createMachine({
  id: 'second-factor',
  context: blank,
  initial: 'shown',
  on: {
    enter: { actions: assign(({ context, event }) => ({ ...context, [event.name]: event.value })) },
  },
  states: {
    shown: {
      entry: 'forget everything',
      on: { 'set up': 'proving for set-up', 'switch off': 'proving for switching off' },
    },
    'proving for set-up': {
      tags: 'password',
      on: { submit: { guard: 'the password is there', target: 'beginning' }, cancel: 'shown' },
    },
    beginning: {
      tags: ['password', 'busy'],
      invoke: {
        src: 'begin the enrolment',
        input: ({ context }) => context.password,
        onDone: {
          target: 'confirming',
          actions: assign({ enrolment: ({ event }) => event.output, password: '', problem: undefined }),
        },
        onError: { target: 'proving for set-up', actions: 'keep the problem' },
      },
    },
    confirming: {
      tags: 'code',
      on: { submit: { guard: 'the code is there', target: 'switching on' }, cancel: 'shown' },
    },
    'switching on': {
      tags: ['code', 'busy'],
      invoke: {
        src: 'confirm it',
        input: ({ context }) => context.code,
        onDone: {
          target: 'showing the codes',
          actions: assign({ codes: ({ event }) => event.output, enrolment: undefined, problem: undefined }),
        },
        onError: { target: 'confirming', actions: 'keep the problem' },
      },
    },
    'showing the codes': { on: { kept: 'shown' } },
    'proving for switching off': {
      tags: 'password',
      on: { submit: { guard: 'the password is there', target: 'switching off' }, cancel: 'shown' },
    },
    'switching off': {
      tags: ['password', 'busy'],
      invoke: {
        src: 'switch it off',
        input: ({ context }) => context.password,
        onDone: 'shown',
        onError: { target: 'proving for switching off', actions: 'keep the problem' },
      },
    },
  },
});
