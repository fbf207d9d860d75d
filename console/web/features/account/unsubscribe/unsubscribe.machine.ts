import { assign, fromPromise, setup } from 'xstate';

/** Schedule and recipient of a link. */
export interface UnsubscribeLink {
  readonly scheduling: string;
  readonly address: string;
  readonly isSubscribed: boolean;
}

interface Context {
  readonly token: string;
  readonly link: UnsubscribeLink | undefined;
  /** Whether the recipient has changed something here. */
  readonly changed: boolean;
  /** Of the last write. */
  readonly subscribed: boolean;
  readonly problem: unknown;
}

const unprovided = (): Promise<never> => Promise.reject(new Error('not provided'));

interface Choice {
  readonly token: string;
  readonly subscribed: boolean;
}

/** Looks at the link of a mail, and unsubscribes its recipient or subscribes them again. */
export const unsubscribeMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly token: string },
    events: {} as { type: 'write'; subscribed: boolean } | { type: 'retry' },
    tags: {} as 'busy',
  },
  actors: {
    'look at the link': fromPromise<UnsubscribeLink, string>(unprovided),
    'write the choice': fromPromise<void, Choice>(unprovided),
  },
}).createMachine({
  context: ({ input: { token } }) => ({
    token,
    link: undefined,
    changed: false,
    subscribed: false,
    problem: undefined,
  }),
  initial: 'looking',
  states: {
    looking: {
      tags: 'busy',
      invoke: {
        src: 'look at the link',
        input: ({ context }) => context.token,
        onDone: { target: 'known', actions: assign({ link: ({ event }) => event.output }) },
        onError: { target: 'unavailable', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    known: {
      on: {
        write: { target: 'writing', actions: assign({ subscribed: ({ event }) => event.subscribed }) },
      },
    },
    writing: {
      tags: 'busy',
      invoke: {
        src: 'write the choice',
        input: ({ context: { token, subscribed } }) => ({ token, subscribed }),
        onDone: {
          target: 'known',
          actions: assign({
            changed: true,
            link: ({ context: { link, subscribed } }) => link && { ...link, isSubscribed: subscribed },
            problem: undefined,
          }),
        },
        onError: { target: 'known', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    unavailable: { on: { retry: { target: 'looking', actions: assign({ problem: undefined }) } } },
  },
});
