import { assign, fromPromise, setup } from 'xstate';

/** Result of unlocking: done, or a warning that needs confirmation. */
export type Unlocked = 'unlocked' | 'unconfirmed';

export interface AccountActions {
  readonly lock: () => Promise<void>;
  readonly unlock: (confirmed: boolean) => Promise<Unlocked>;
  readonly renew: () => Promise<void>;
  readonly changeSignInMethod: (elsewhere: boolean) => Promise<void>;
  readonly removeFactor: () => Promise<void>;
  readonly endSessions: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface Context {
  readonly actions: AccountActions;
  /** The requested sign-in method. */
  readonly elsewhere: boolean;
  readonly problem: unknown;
}

type Event =
  | {
      readonly type: 'lock' | 'unlock' | 'renew' | 'remove factor' | 'end sessions' | 'remove';
    }
  | { readonly type: 'change method'; readonly elsewhere: boolean }
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' };

/** Common to all actions: a failure returns to the state of the request with its problem. */
const act = {
  input: ({ context }: { readonly context: Context }) => context.actions,
  onError: { target: 'idle', actions: 'store the problem' },
} as const;

/**
 * Actions on an account. Each requires confirmation first, except unlocking, which does only when the server warns about an expired
 * password.
 */
export const userActionsMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as AccountActions },
  actors: {
    'lock the account': fromPromise<void, AccountActions>(({ input }) => input.lock()),
    'unlock the account': fromPromise<Unlocked, AccountActions>(({ input }) => input.unlock(false)),
    'unlock the account anyway': fromPromise<Unlocked, AccountActions>(({ input }) => input.unlock(true)),
    'make a password': fromPromise<void, AccountActions>(({ input }) => input.renew()),
    'change the sign-in method': fromPromise<void, Context>(({ input: { actions, elsewhere } }) =>
      actions.changeSignInMethod(elsewhere),
    ),
    'remove the second factor': fromPromise<void, AccountActions>(({ input }) => input.removeFactor()),
    'end the sessions': fromPromise<void, AccountActions>(({ input }) => input.endSessions()),
    'delete the account': fromPromise<void, AccountActions>(({ input }) => input.remove()),
  },
  guards: {
    'a confirmation is required': ({ event }) => 'output' in event && event.output === 'unconfirmed',
  },
  actions: {
    'store the method': assign({
      elsewhere: ({ event }) => event.type === 'change method' && event.elsewhere,
    }),
    'clear the problem': assign({ problem: undefined }),
    'store the problem': assign({ problem: ({ event }) => ('error' in event ? event.error : undefined) }),
  },
}).createMachine({
  id: 'user-actions',
  context: ({ input }) => ({ actions: input, elsewhere: false, problem: undefined }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        lock: { target: 'confirming lock', actions: 'clear the problem' },
        unlock: { target: 'unlocking', actions: 'clear the problem' },
        renew: { target: 'confirming password', actions: 'clear the problem' },
        'change method': {
          target: 'confirming method',
          actions: ['store the method', 'clear the problem'],
        },
        'remove factor': { target: 'confirming factor removal', actions: 'clear the problem' },
        'end sessions': { target: 'confirming session end', actions: 'clear the problem' },
        remove: { target: 'confirming delete', actions: 'clear the problem' },
      },
    },
    'confirming lock': { on: { confirm: 'locking', cancel: 'idle' } },
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
        onDone: [{ guard: 'a confirmation is required', target: 'warning' }, { target: 'idle' }],
      },
    },
    warning: { on: { confirm: 'unlocking anyway', cancel: 'idle' } },
    'unlocking anyway': {
      tags: 'busy',
      invoke: {
        src: 'unlock the account anyway',
        ...act,
        onDone: 'idle',
      },
    },
    'confirming password': { on: { confirm: 'making a password', cancel: 'idle' } },
    'making a password': {
      tags: 'busy',
      invoke: {
        src: 'make a password',
        ...act,
        onDone: 'idle',
      },
    },
    'confirming method': { on: { confirm: 'changing the method', cancel: 'idle' } },
    'changing the method': {
      tags: 'busy',
      invoke: {
        src: 'change the sign-in method',
        ...act,
        input: ({ context }) => context,
        onDone: 'idle',
      },
    },
    'confirming factor removal': { on: { confirm: 'removing the factor', cancel: 'idle' } },
    'removing the factor': {
      tags: 'busy',
      invoke: {
        src: 'remove the second factor',
        ...act,
        onDone: 'idle',
      },
    },
    'confirming session end': { on: { confirm: 'ending sessions', cancel: 'idle' } },
    'ending sessions': {
      tags: 'busy',
      invoke: {
        src: 'end the sessions',
        ...act,
        onDone: 'idle',
      },
    },
    'confirming delete': { on: { confirm: 'deleting', cancel: 'idle' } },
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
