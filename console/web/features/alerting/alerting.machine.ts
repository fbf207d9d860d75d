import { assign, fromPromise, setup } from 'xstate';

/** 0 live, 1 history, 2 live for selected sites and alarms. */
export type AlertingMode = 0 | 1 | 2;

export interface Loaded {
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
}

interface Context {
  readonly mode: AlertingMode;
  readonly lastCheck: number | undefined;
  readonly problem: unknown;
}

type Event =
  | { readonly type: 'load' }
  | { readonly type: 'refresh' }
  | { readonly type: 'change mode'; readonly mode: AlertingMode };

/** Loads the alerts, in the states of the specification. */
export const alertingMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as { readonly mode: AlertingMode } },
  actors: {
    'load alerts': fromPromise<Loaded, { readonly mode: AlertingMode }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  guards: {
    'the mode changes': ({ context, event }) => event.type === 'change mode' && event.mode !== context.mode,
  },
  actions: {
    'apply the mode': assign({
      mode: ({ context, event }) => (event.type === 'change mode' ? event.mode : context.mode),
    }),
    'record the check': assign({ lastCheck: (_, given: Loaded) => given.checkedAt, problem: undefined }),
    'keep the problem': assign({ problem: (_, given: { readonly problem: unknown }) => given.problem }),
  },
}).createMachine({
  id: 'alerting',
  context: ({ input }) => ({ mode: input.mode, lastCheck: undefined, problem: undefined }),
  initial: 'INITIAL',
  on: { 'change mode': { guard: 'the mode changes', target: '.REFRESH', actions: 'apply the mode' } },
  states: {
    INITIAL: { on: { load: 'PENDING' } },
    PENDING: {
      tags: 'first load',
      invoke: {
        src: 'load alerts',
        input: ({ context }) => ({ mode: context.mode }),
        onDone: {
          target: 'DONE',
          actions: { type: 'record the check', params: ({ event }) => event.output },
        },
        onError: {
          target: 'ERROR',
          actions: { type: 'keep the problem', params: ({ event }) => ({ problem: event.error }) },
        },
      },
    },
    DONE: { on: { refresh: 'REFRESH' } },
    ERROR: { on: { refresh: 'REFRESH' } },
    REFRESH: {
      tags: 'reload',
      invoke: {
        src: 'load alerts',
        input: ({ context }) => ({ mode: context.mode }),
        onDone: {
          target: 'DONE',
          actions: { type: 'record the check', params: ({ event }) => event.output },
        },
        onError: {
          target: 'ERROR',
          actions: { type: 'keep the problem', params: ({ event }) => ({ problem: event.error }) },
        },
      },
    },
  },
});
