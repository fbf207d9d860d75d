import { assign, fromCallback, setup } from 'xstate';
import {
  tailLimits,
  type FlowsNotice,
  type FlowsReply,
  type TailFlow,
  type WatchedFlows,
} from '#schemas/debug/tail.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { watchFlows } from '#web/kernel/socket/connection.ts';

/** A flow with a number of its own: equal flows are different rows. */
export interface ShownFlow extends TailFlow {
  readonly number: number;
}

interface Context {
  readonly watched: WatchedFlows;
  /** Newest first. */
  readonly flows: readonly ShownFlow[];
  /** Flows so far, those shown. */
  readonly count: number;
  /** Flows that matched and were not sent, since there are more than the limit. */
  readonly skipped: number;
  /** Flows that came while paused. */
  readonly missed: number;
  readonly endsAt: number;
  readonly code: ProblemCode | null;
}

type SocketEvent =
  | { readonly type: 'opened'; readonly reply: FlowsReply }
  | { readonly type: 'notice'; readonly notice: FlowsNotice }
  | { readonly type: 'disconnected' };
type Event =
  | { readonly type: 'watch'; readonly watched: WatchedFlows }
  | { readonly type: 'close' | 'pause' | 'resume' | 'clear' }
  | SocketEvent;

const empty = { flows: [], count: 0, skipped: 0, missed: 0 } as const;

const flowsIn = (event: Event) =>
  event.type === 'notice' && event.notice.is === 'flows' ? event.notice : { flows: [], skipped: 0 };

/** The list with newer flows in front, up to its limit. */
const withNewer = ({ flows, count }: Context, newer: readonly TailFlow[]): readonly ShownFlow[] =>
  [...newer.map((flow, at) => ({ ...flow, number: count + at })).toReversed(), ...flows].slice(
    0,
    tailLimits.shownRows,
  );

/** Watches decoded flows: live, paused, until it is closed, or ends by itself. */
export const tailMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as WatchedFlows },
  actors: {
    'the socket': fromCallback<Event, WatchedFlows>(({ input, sendBack }) =>
      watchFlows(input, {
        opened: (reply) => sendBack({ type: 'opened', reply }),
        notice: (notice) => sendBack({ type: 'notice', notice }),
        disconnected: () => sendBack({ type: 'disconnected' }),
      }),
    ),
  },
  guards: {
    'it is rejected': ({ event }) => event.type === 'opened' && !event.reply.ok,
    'it is over': ({ event }) => event.type === 'notice' && event.notice.is === 'over',
  },
  actions: {
    'take the request': assign({
      watched: ({ context, event }) => (event.type === 'watch' ? event.watched : context.watched),
      ...empty,
      code: null,
    }),
    'take the end': assign({
      endsAt: ({ context, event }) =>
        event.type === 'opened' && event.reply.ok ? event.reply.endsAt : context.endsAt,
    }),
    'take the rejection': assign({
      code: ({ event }) => (event.type === 'opened' && !event.reply.ok ? event.reply.code : null),
    }),
    'take the reason': assign({
      code: ({ event }) => (event.type === 'notice' && event.notice.is === 'over' ? event.notice.code : null),
    }),
    'show the flows': assign({
      flows: ({ context, event }) => withNewer(context, flowsIn(event).flows),
      count: ({ context, event }) => context.count + flowsIn(event).flows.length,
      skipped: ({ context, event }) => context.skipped + flowsIn(event).skipped,
    }),
    'count the flows': assign({
      missed: ({ context, event }) => context.missed + flowsIn(event).flows.length + flowsIn(event).skipped,
    }),
    'forget what was missed': assign({ missed: 0 }),
    clear: assign(empty),
  },
}).createMachine({
  id: 'tail',
  context: ({ input }) => ({ watched: input, ...empty, endsAt: 0, code: null }),
  initial: 'closed',
  on: {
    watch: { target: '.watching', actions: 'take the request', reenter: true },
    close: '.closed',
    clear: { actions: 'clear' },
  },
  states: {
    closed: {},
    watching: {
      initial: 'opening',
      invoke: { src: 'the socket', input: ({ context }) => context.watched },
      on: {
        opened: [
          { guard: 'it is rejected', target: 'rejected', actions: 'take the rejection' },
          { actions: 'take the end' },
        ],
        notice: { guard: 'it is over', target: 'over', actions: 'take the reason' },
        disconnected: '.opening',
      },
      states: {
        opening: {
          on: {
            opened: [
              { guard: 'it is rejected', target: '#tail.rejected', actions: 'take the rejection' },
              { target: 'live', actions: 'take the end' },
            ],
          },
        },
        live: {
          on: {
            pause: 'paused',
            notice: [
              { guard: 'it is over', target: '#tail.over', actions: 'take the reason' },
              { actions: 'show the flows' },
            ],
          },
        },
        paused: {
          on: {
            resume: { target: 'live', actions: 'forget what was missed' },
            notice: [
              { guard: 'it is over', target: '#tail.over', actions: 'take the reason' },
              { actions: 'count the flows' },
            ],
          },
        },
      },
    },
    rejected: {},
    over: {},
  },
});
