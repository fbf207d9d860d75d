import { assign, fromPromise, setup } from 'xstate';

/** Result of unlocking: done, or a warning that needs confirmation. */
export type Unlocked = 'unlocked' | 'unconfirmed';

export interface LockActs {
  readonly lock: () => Promise<void>;
  readonly unlock: (confirmed: boolean) => Promise<Unlocked>;
  readonly renew: () => Promise<void>;
  readonly changeWay: (elsewhere: boolean) => Promise<void>;
  readonly removeFactor: () => Promise<void>;
  readonly endSessions: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface Context {
  readonly acts: LockActs;
  /** The requested sign-in method. */
  readonly elsewhere: boolean;
  readonly problem: unknown;
}

type Event =
  | {
      readonly type: 'lock' | 'unlock' | 'renew' | 'remove factor' | 'end sessions' | 'remove';
    }
  | { readonly type: 'change way'; readonly elsewhere: boolean }
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' };

/** Common to all actions: a failure returns to the state of the request with its problem. */
const act = {
  input: ({ context }: { readonly context: Context }) => context.acts,
  onError: { target: 'idle', actions: 'keep the problem' },
} as const;

/**
 * Actions on an account. Each asks for confirmation first, except unlocking, which asks only when the server warns about an expired
 * password.
 */
export const lockMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as LockActs },
  actors: {
    'lock the account': fromPromise<void, LockActs>(({ input }) => input.lock()),
    'unlock the account': fromPromise<Unlocked, LockActs>(({ input }) => input.unlock(false)),
    'unlock the account all the same': fromPromise<Unlocked, LockActs>(({ input }) => input.unlock(true)),
    'make a password': fromPromise<void, LockActs>(({ input }) => input.renew()),
    'change the way of signing in': fromPromise<void, Context>(({ input: { acts, elsewhere } }) =>
      acts.changeWay(elsewhere),
    ),
    'remove the second factor': fromPromise<void, LockActs>(({ input }) => input.removeFactor()),
    'end the sessions': fromPromise<void, LockActs>(({ input }) => input.endSessions()),
    'delete the account': fromPromise<void, LockActs>(({ input }) => input.remove()),
  },
  guards: {
    'a confirmation is wanted': ({ event }) => 'output' in event && event.output === 'unconfirmed',
  },
  actions: {
    'keep the way': assign({
      elsewhere: ({ event }) => event.type === 'change way' && event.elsewhere,
    }),
    'forget the problem': assign({ problem: undefined }),
    'keep the problem': assign({ problem: ({ event }) => ('error' in event ? event.error : undefined) }),
  },
}).createMachine({
  id: 'lock',
  context: ({ input }) => ({ acts: input, elsewhere: false, problem: undefined }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        lock: { target: 'asking to lock', actions: 'forget the problem' },
        unlock: { target: 'unlocking', actions: 'forget the problem' },
        renew: { target: 'asking for a password', actions: 'forget the problem' },
        'change way': {
          target: 'asking to change the way',
          actions: ['keep the way', 'forget the problem'],
        },
        'remove factor': { target: 'asking to remove the factor', actions: 'forget the problem' },
        'end sessions': { target: 'asking to end sessions', actions: 'forget the problem' },
        remove: { target: 'asking to delete', actions: 'forget the problem' },
      },
    },
    'asking to lock': { on: { confirm: 'locking', cancel: 'idle' } },
    locking: {
      tags: 'busy',
      invoke: {
        src: 'lock the account',
        ...act,
        onDone: 'idle',
      },
    },
    unlocking: {
      tags: 'busy',
      invoke: {
        src: 'unlock the account',
        ...act,
        onDone: [{ guard: 'a confirmation is wanted', target: 'warning' }, { target: 'idle' }],
      },
    },
    warning: { on: { confirm: 'unlocking all the same', cancel: 'idle' } },
    'unlocking all the same': {
      tags: 'busy',
      invoke: {
        src: 'unlock the account all the same',
        ...act,
        onDone: 'idle',
      },
    },
    'asking for a password': { on: { confirm: 'making a password', cancel: 'idle' } },
    'making a password': {
      tags: 'busy',
      invoke: {
        src: 'make a password',
        ...act,
        onDone: 'idle',
      },
    },
    'asking to change the way': { on: { confirm: 'changing the way', cancel: 'idle' } },
    'changing the way': {
      tags: 'busy',
      invoke: {
        src: 'change the way of signing in',
        ...act,
        input: ({ context }) => context,
        onDone: 'idle',
      },
    },
    'asking to remove the factor': { on: { confirm: 'removing the factor', cancel: 'idle' } },
    'removing the factor': {
      tags: 'busy',
      invoke: {
        src: 'remove the second factor',
        ...act,
        onDone: 'idle',
      },
    },
    'asking to end sessions': { on: { confirm: 'ending sessions', cancel: 'idle' } },
    'ending sessions': {
      tags: 'busy',
      invoke: {
        src: 'end the sessions',
        ...act,
        onDone: 'idle',
      },
    },
    'asking to delete': { on: { confirm: 'deleting', cancel: 'idle' } },
    deleting: {
      tags: 'busy',
      invoke: {
        src: 'delete the account',
        ...act,
        onDone: 'deleted',
      },
    },
    deleted: { type: 'final' },
  },
});
