import { assign, fromPromise, setup } from 'xstate';
import type { StartRecording } from '#schemas/debug/routes.ts';

export interface DebugActions {
  readonly start: (draft: StartRecording) => Promise<void>;
  readonly stop: (id: number) => Promise<void>;
  readonly remove: (id: number) => Promise<void>;
}

interface Context {
  readonly actions: DebugActions;
  /** The recording that is stopped or deleted. */
  readonly id: number;
  readonly draft: StartRecording | undefined;
  readonly problem: unknown;
}

type Event =
  | { readonly type: 'start'; readonly draft: StartRecording }
  | { readonly type: 'stop' | 'delete'; readonly id: number }
  | { readonly type: 'confirm' | 'cancel' };

/** A failure returns to the list with its problem; what collectors do shows in the list itself. */
const act = { onDone: 'listed', onError: { target: 'listed', actions: 'store the problem' } } as const;

/** Debug mode: a recording of a site is started, stopped by a user or by itself, and deleted after a confirmation. */
export const debugMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as DebugActions },
  actors: {
    'start the recording': fromPromise<void, Context>(({ input: { actions, draft } }) =>
      draft === undefined ? Promise.resolve() : actions.start(draft),
    ),
    'stop the recording': fromPromise<void, Context>(({ input: { actions, id } }) => actions.stop(id)),
    'delete the recording': fromPromise<void, Context>(({ input: { actions, id } }) => actions.remove(id)),
  },
  actions: {
    'take the draft': assign({ draft: ({ event }) => (event.type === 'start' ? event.draft : undefined) }),
    'take the recording': assign({ id: ({ context, event }) => ('id' in event ? event.id : context.id) }),
    'clear the problem': assign({ problem: undefined }),
    'store the problem': assign({ problem: ({ event }) => ('error' in event ? event.error : undefined) }),
  },
}).createMachine({
  id: 'debug',
  context: ({ input }) => ({ actions: input, id: 0, draft: undefined, problem: undefined }),
  initial: 'listed',
  states: {
    listed: {
      on: {
        start: { target: 'starting', actions: ['take the draft', 'clear the problem'] },
        stop: { target: 'stopping', actions: ['take the recording', 'clear the problem'] },
        delete: { target: 'confirming the deletion', actions: ['take the recording', 'clear the problem'] },
      },
    },
    starting: { invoke: { src: 'start the recording', input: ({ context }) => context, ...act } },
    stopping: { invoke: { src: 'stop the recording', input: ({ context }) => context, ...act } },
    'confirming the deletion': { on: { confirm: 'deleting', cancel: 'listed' } },
    deleting: { invoke: { src: 'delete the recording', input: ({ context }) => context, ...act } },
  },
});
