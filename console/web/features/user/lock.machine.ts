import { assign, fromPromise, setup } from 'xstate';

/** What unlocking answers: done, or a warning that first wants a confirmation. */
export type Unlocked = 'unlocked' | 'unconfirmed';

export interface LockActs {
  readonly lock: () => Promise<void>;
  readonly unlock: (confirmed: boolean) => Promise<Unlocked>;
  readonly renew: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface Context {
  readonly acts: LockActs;
  readonly problem: unknown;
}

type Event =
  | { readonly type: 'lock' | 'unlock' | 'renew' | 'remove' }
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' };

/**
 * Acts on an account: locking, a new password and deleting are asked for first; unlocking an account that its expired password
 * locked is, when the server warns.
 */
export const lockMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as LockActs },
  actors: {
    'lock the account': fromPromise<void, LockActs>(({ input }) => input.lock()),
    'unlock the account': fromPromise<Unlocked, LockActs>(({ input }) => input.unlock(false)),
    'unlock the account all the same': fromPromise<Unlocked, LockActs>(({ input }) => input.unlock(true)),
    'make a password': fromPromise<void, LockActs>(({ input }) => input.renew()),
    'delete the account': fromPromise<void, LockActs>(({ input }) => input.remove()),
  },
  guards: {
    'a confirmation is wanted': ({ event }) => 'output' in event && event.output === 'unconfirmed',
  },
  actions: {
    'forget the problem': assign({ problem: undefined }),
    'keep the problem': assign({ problem: ({ event }) => ('error' in event ? event.error : undefined) }),
  },
}).createMachine({
  id: 'lock',
  context: ({ input }) => ({ acts: input, problem: undefined }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        lock: { target: 'asking to lock', actions: 'forget the problem' },
        unlock: { target: 'unlocking', actions: 'forget the problem' },
        renew: { target: 'asking for a password', actions: 'forget the problem' },
        remove: { target: 'asking to delete', actions: 'forget the problem' },
      },
    },
    'asking to lock': { on: { confirm: 'locking', cancel: 'idle' } },
    locking: {
      tags: 'busy',
      invoke: {
        src: 'lock the account',
        input: ({ context }) => context.acts,
        onDone: 'idle',
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    unlocking: {
      tags: 'busy',
      invoke: {
        src: 'unlock the account',
        input: ({ context }) => context.acts,
        onDone: [{ guard: 'a confirmation is wanted', target: 'warning' }, { target: 'idle' }],
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    warning: { on: { confirm: 'unlocking all the same', cancel: 'idle' } },
    'unlocking all the same': {
      tags: 'busy',
      invoke: {
        src: 'unlock the account all the same',
        input: ({ context }) => context.acts,
        onDone: 'idle',
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    'asking for a password': { on: { confirm: 'making a password', cancel: 'idle' } },
    'making a password': {
      tags: 'busy',
      invoke: {
        src: 'make a password',
        input: ({ context }) => context.acts,
        onDone: 'idle',
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    'asking to delete': { on: { confirm: 'deleting', cancel: 'idle' } },
    deleting: {
      tags: 'busy',
      invoke: {
        src: 'delete the account',
        input: ({ context }) => context.acts,
        onDone: 'deleted',
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    deleted: { type: 'final' },
  },
});
