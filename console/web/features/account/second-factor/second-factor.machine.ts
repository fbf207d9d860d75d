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
  /** The user has written the recovery codes down. */
  | { readonly type: 'codes noted' };

const unprovided = (): Promise<never> => Promise.reject(new Error('not provided'));
const blank: Context = { password: '', code: '', enrolment: undefined, codes: [], problem: undefined };

/** Turns the user's second factor on and off. Both require the password, against misuse of an unlocked screen. */
export const secondFactorMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  actors: {
    'start the enrolment': fromPromise<Enrolled, string>(unprovided),
    'confirm the enrolment': fromPromise<readonly string[], string>(unprovided),
    'delete the second factor': fromPromise<void, string>(unprovided),
  },
  guards: {
    'a password is entered': ({ context }) => context.password !== '',
    'a code is entered': ({ context }) => context.code.trim() !== '',
  },
  actions: {
    reset: assign(() => blank),
    'store the problem': assign({ problem: ({ event }) => (event as { readonly error?: unknown }).error }),
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
      entry: 'reset',
      on: {
        'set up': 'asking for the password to turn on',
        'switch off': 'asking for the password to turn off',
      },
    },
    'asking for the password to turn on': {
      tags: 'password',
      on: { submit: { guard: 'a password is entered', target: 'starting' }, cancel: 'shown' },
    },
    starting: {
      tags: ['password', 'busy'],
      invoke: {
        src: 'start the enrolment',
        input: ({ context }) => context.password,
        onDone: {
          target: 'confirming',
          actions: assign({ enrolment: ({ event }) => event.output, password: '', problem: undefined }),
        },
        onError: { target: 'asking for the password to turn on', actions: 'store the problem' },
      },
    },
    confirming: {
      tags: 'code',
      on: { submit: { guard: 'a code is entered', target: 'turning on' }, cancel: 'shown' },
    },
    'turning on': {
      tags: ['code', 'busy'],
      invoke: {
        src: 'confirm the enrolment',
        input: ({ context }) => context.code,
        onDone: {
          target: 'showing the codes',
          actions: assign({ codes: ({ event }) => event.output, enrolment: undefined, problem: undefined }),
        },
        onError: { target: 'confirming', actions: 'store the problem' },
      },
    },
    'showing the codes': { on: { 'codes noted': 'shown' } },
    'asking for the password to turn off': {
      tags: 'password',
      on: { submit: { guard: 'a password is entered', target: 'turning off' }, cancel: 'shown' },
    },
    'turning off': {
      tags: ['password', 'busy'],
      invoke: {
        src: 'delete the second factor',
        input: ({ context }) => context.password,
        onDone: 'shown',
        onError: { target: 'asking for the password to turn off', actions: 'store the problem' },
      },
    },
  },
});
