import { assign, fromPromise, setup } from 'xstate';
import type { z } from 'zod';
import type { authProviders, internalLogin, Session } from '#schemas/account/routes.ts';

export type Providers = z.output<typeof authProviders.reply>['providers'];
export type Credentials = z.output<typeof internalLogin.body>;
export type CredentialName = keyof Credentials;

interface Context {
  readonly providers: Providers;
  readonly entered: Credentials;
  readonly missing: readonly CredentialName[];
  /** Why the last try failed. */
  readonly problem: unknown;
}

type Event =
  | { readonly type: 'enter'; readonly name: CredentialName; readonly value: string }
  | { readonly type: 'submit' }
  | { readonly type: 'retry' };

export const missingOf = (entered: Credentials): readonly CredentialName[] =>
  (['username', 'password'] as const).filter((name) => entered[name].trim() === '');

/** Sign-in with an internal account. The ways to sign in are asked first: that call also gives the CSRF cookie. */
export const signInMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  actors: {
    'ask for the ways to sign in': fromPromise<Providers>(() => Promise.reject(new Error('not provided'))),
    'sign in': fromPromise<Session, Credentials>(() => Promise.reject(new Error('not provided'))),
  },
  guards: { 'both are filled in': ({ context }) => missingOf(context.entered).length === 0 },
  actions: {
    'take what was typed': assign(({ context, event }) => {
      if (event.type !== 'enter') return context;
      const entered = { ...context.entered, [event.name]: event.value };
      return {
        ...context,
        entered,
        missing: context.missing.filter((name) => missingOf(entered).includes(name)),
      };
    }),
    'point at what is missing': assign({ missing: ({ context }) => missingOf(context.entered) }),
    'forget the problem': assign({ problem: undefined }),
    'forget the password': assign({ entered: ({ context }) => ({ ...context.entered, password: '' }) }),
  },
}).createMachine({
  id: 'sign-in',
  context: { providers: [], entered: { username: '', password: '' }, missing: [], problem: undefined },
  initial: 'preparing',
  on: { enter: { actions: 'take what was typed' } },
  states: {
    preparing: {
      tags: 'waiting',
      invoke: {
        src: 'ask for the ways to sign in',
        onDone: { target: 'ready', actions: assign({ providers: ({ event }) => event.output }) },
        onError: { target: 'unavailable', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    unavailable: { on: { retry: { target: 'preparing', actions: 'forget the problem' } } },
    ready: {
      tags: 'form',
      on: {
        submit: [
          { guard: 'both are filled in', target: 'signing in' },
          { actions: ['point at what is missing', 'forget the problem'] },
        ],
      },
    },
    'signing in': {
      tags: ['form', 'busy'],
      entry: 'forget the problem',
      invoke: {
        src: 'sign in',
        input: ({ context }) => context.entered,
        onDone: 'signed in',
        onError: {
          target: 'ready',
          actions: [assign({ problem: ({ event }) => event.error }), 'forget the password'],
        },
      },
    },
    'signed in': { type: 'final', tags: ['form', 'busy'] },
  },
});
