import { assign, fromPromise, setup } from 'xstate';

interface Context {
  readonly login: string;
  readonly isMissing: boolean;
  readonly problem: unknown;
}
type Event = { readonly type: 'enter'; readonly value: string } | { readonly type: 'submit' };

/** Requests a link to choose a new password. The response does not reveal whether the account exists. */
export const forgottenMachine = setup({
  types: { context: {} as Context, events: {} as Event },
  actors: {
    'request a link': fromPromise<void, string>(() => Promise.reject(new Error('not provided'))),
  },
  guards: { 'it is filled in': ({ context }) => context.login.trim() !== '' },
}).createMachine({
  id: 'forgotten',
  context: { login: '', isMissing: false, problem: undefined },
  initial: 'requesting',
  on: {
    enter: { actions: assign({ login: ({ event }) => event.value, isMissing: false }) },
  },
  states: {
    requesting: {
      on: {
        submit: [
          { guard: 'it is filled in', target: 'sending' },
          { actions: assign({ isMissing: true, problem: undefined }) },
        ],
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'request a link',
        input: ({ context }) => context.login,
        onDone: 'sent',
        onError: { target: 'requesting', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    sent: { type: 'final' },
  },
});
