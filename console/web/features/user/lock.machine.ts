import { assign, fromPromise, setup } from 'xstate';

/** What unlocking answers: done, or a warning that first wants a confirmation. */
export type Unlocked = 'unlocked' | 'unconfirmed';

interface Context {
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
  types: { context: {} as Context, events: {} as Event },
  actors: {
    'lock the account': fromPromise<void>(() => Promise.reject(new Error('not provided'))),
    'unlock the account': fromPromise<Unlocked, { readonly confirmed: boolean }>(() =>
      Promise.reject(new Error('not provided')),
    ),
    'make a password': fromPromise<void>(() => Promise.reject(new Error('not provided'))),
    'delete the account': fromPromise<void>(() => Promise.reject(new Error('not provided'))),
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
  context: { problem: undefined },
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
        onDone: 'idle',
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    unlocking: {
      tags: 'busy',
      invoke: {
        src: 'unlock the account',
        input: { confirmed: false },
        onDone: [{ guard: 'a confirmation is wanted', target: 'warning' }, { target: 'idle' }],
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    warning: { on: { confirm: 'unlocking all the same', cancel: 'idle' } },
    'unlocking all the same': {
      tags: 'busy',
      invoke: {
        src: 'unlock the account',
        input: { confirmed: true },
        onDone: 'idle',
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    'asking for a password': { on: { confirm: 'making a password', cancel: 'idle' } },
    'making a password': {
      tags: 'busy',
      invoke: {
        src: 'make a password',
        onDone: 'idle',
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    'asking to delete': { on: { confirm: 'deleting', cancel: 'idle' } },
    deleting: {
      tags: 'busy',
      invoke: {
        src: 'delete the account',
        onDone: 'deleted',
        onError: { target: 'idle', actions: 'keep the problem' },
      },
    },
    deleted: { type: 'final' },
  },
});
