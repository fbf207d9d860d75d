import { assign, fromPromise, setup } from 'xstate';
import type { InputFault } from '#schemas/problem/problem.ts';

/** A fault as a form shows it. */
export type FormFault = Pick<InputFault, 'path' | 'message'>;

export type FormDraft = Readonly<Record<string, unknown>>;

/** Read once, when the form opens: `store` sends the version that was read then. */
export interface FormInput {
  /** The stored value, or the defaults of a new one. */
  readonly initial: FormDraft;
  readonly isValid: (draft: FormDraft) => boolean;
  readonly store: (draft: FormDraft) => Promise<unknown>;
}

interface Context extends FormInput {
  readonly draft: FormDraft;
  /** Faults are shown after the first attempt to save. */
  readonly tried: boolean;
  /** The error of the last save. */
  readonly problem: unknown;
}

type Event =
  | { readonly type: 'change'; readonly part: FormDraft }
  | { readonly type: 'save' }
  | { readonly type: 'check' }
  | { readonly type: 'close' }
  | { readonly type: 'discard' }
  | { readonly type: 'keep' };

export const isChanged = ({ initial, draft }: Pick<Context, 'initial' | 'draft'>): boolean =>
  JSON.stringify(initial) !== JSON.stringify(draft);

/** A form that is edited, checked and stored; closing it with changes requires confirmation. */
export const formMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as FormInput },
  actors: {
    store: fromPromise<unknown, Pick<Context, 'store' | 'draft'>>(({ input }) => input.store(input.draft)),
  },
  guards: {
    'everything is valid': ({ context }) => context.isValid(context.draft),
    'something changed': ({ context }) => isChanged(context),
  },
  actions: {
    'apply the change': assign(({ context, event }) =>
      event.type === 'change' ? { ...context, draft: { ...context.draft, ...event.part } } : context,
    ),
    'show the faults': assign({ tried: true }),
    'forget the problem': assign({ problem: undefined }),
    // Given by the dialog or page.
    'report saved': () => undefined,
    'report closed': () => undefined,
  },
}).createMachine({
  id: 'form',
  context: ({ input }) => ({ ...input, draft: input.initial, tried: false, problem: undefined }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        change: { actions: 'apply the change' },
        save: [
          { guard: 'everything is valid', target: 'saving', actions: 'forget the problem' },
          { actions: ['show the faults', 'forget the problem'] },
        ],
        check: { actions: 'show the faults' },
        close: [{ guard: 'something changed', target: 'requesting' }, { target: 'closed' }],
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'store',
        input: ({ context }) => context,
        onDone: 'saved',
        onError: {
          target: 'editing',
          actions: ['show the faults', assign({ problem: ({ event }) => event.error })],
        },
      },
    },
    requesting: { on: { discard: 'closed', keep: 'editing' } },
    saved: { type: 'final', entry: 'report saved' },
    closed: { type: 'final', entry: 'report closed' },
  },
});

/** The input that shows a fault: the entire list or group, unless its parts have their own inputs. */
function inputOf(path: string, nested: readonly string[]): string {
  const first = path.split('.')[0] ?? '';
  return nested.includes(first) ? path : first;
}

/** Faults to show now, by the path of their input; the first of an input counts. */
export function shownFaults(
  { tried }: Pick<Context, 'tried'>,
  faults: readonly FormFault[],
  nested: readonly string[] = [],
): Readonly<Record<string, string>> {
  if (!tried) return {};
  return Object.fromEntries(
    [...faults].reverse().map(({ path, message }) => [inputOf(path, nested), message]),
  );
}
