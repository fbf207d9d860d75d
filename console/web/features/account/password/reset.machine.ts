import { assign, fromPromise, setup } from 'xstate';
import type { z } from 'zod';
import type { checkResetLink } from '#schemas/account/password-routes.ts';

export type Link = z.output<typeof checkResetLink.reply>;
export interface Chosen {
  readonly token: string;
  readonly password: string;
  readonly confirmation: string;
}
type EntryName = 'newPassword' | 'confirmation';

interface Context {
  readonly token: string;
  readonly link: Link | undefined;
  readonly entered: Readonly<Record<EntryName, string>>;
  readonly missing: readonly EntryName[];
  readonly problem: unknown;
}
type Event =
  | { readonly type: 'enter'; readonly name: EntryName; readonly value: string }
  | { readonly type: 'submit' }
  | { readonly type: 'retry' };

const unprovided = (): Promise<never> => Promise.reject(new Error('not provided'));
const missingOf = (entered: Context['entered']): readonly EntryName[] =>
  (['newPassword', 'confirmation'] as const).filter((name) => entered[name] === '');

/** Sets a new password with the link of an e-mail. */
export const resetMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as { readonly token: string } },
  actors: {
    'look at the link': fromPromise<Link | 'over', string>(unprovided),
    'save the password': fromPromise<'saved' | 'over', Chosen>(unprovided),
  },
  guards: {
    'both are filled in': ({ context }) => missingOf(context.entered).length === 0,
    'the link is over': ({ event }) => (event as { readonly output?: unknown }).output === 'over',
  },
}).createMachine({
  id: 'reset',
  context: ({ input }) => ({
    token: input.token,
    link: undefined,
    entered: { newPassword: '', confirmation: '' },
    missing: [],
    problem: undefined,
  }),
  initial: 'looking',
  states: {
    looking: {
      invoke: {
        src: 'look at the link',
        input: ({ context }) => context.token,
        onDone: [
          { guard: 'the link is over', target: 'over' },
          {
            target: 'choosing',
            actions: assign({ link: ({ event }) => (event.output === 'over' ? undefined : event.output) }),
          },
        ],
        onError: { target: 'unavailable', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    unavailable: { on: { retry: { target: 'looking', actions: assign({ problem: undefined }) } } },
    over: { type: 'final' },
    choosing: {
      tags: 'form',
      on: {
        enter: {
          actions: assign(({ context, event }) => {
            const entered = { ...context.entered, [event.name]: event.value };
            const still = missingOf(entered);
            return { ...context, entered, missing: context.missing.filter((name) => still.includes(name)) };
          }),
        },
        submit: [
          { guard: 'both are filled in', target: 'saving' },
          { actions: assign({ missing: ({ context }) => missingOf(context.entered) }) },
        ],
      },
    },
    saving: {
      tags: ['form', 'busy'],
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'save the password',
        input: ({ context: { token, entered } }) => ({
          token,
          password: entered.newPassword,
          confirmation: entered.confirmation,
        }),
        onDone: [{ guard: 'the link is over', target: 'over' }, { target: 'saved' }],
        onError: { target: 'choosing', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    saved: { type: 'final' },
  },
});
