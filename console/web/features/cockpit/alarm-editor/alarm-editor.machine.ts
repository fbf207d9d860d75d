import { assign, fromPromise, setup } from 'xstate';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Alarm, AlarmDraft } from '#schemas/cockpit/cockpit.ts';
import type { AlarmFault } from '#schemas/cockpit/rules.ts';
import { toAlarmDraft, editorDraftFaults, toEditorDraft, emptyEditorDraft, isSameDraft } from './editor-draft.ts';
import type { EditorDraft, EditorField } from './editor-draft.ts';
import { mayResolve, rejectedFields } from '../rejected-fields.ts';

/** The cockpit that the alarm is in, or is going to be. */
export interface EditorCockpit {
  readonly name: string;
  readonly alarms: readonly Alarm[];
  readonly kpis: KpiDirectory;
}

interface Input {
  /** Undefined for a new alarm. */
  readonly alarm: Alarm | undefined;
  readonly cockpit: EditorCockpit;
}

interface Context {
  readonly alarm: Alarm | undefined;
  readonly cockpit: EditorCockpit;
  /** As it is stored. */
  readonly original: EditorDraft;
  readonly draft: EditorDraft;
  /** As it was when it was last sent to be stored. */
  readonly sent: EditorDraft;
  /** Fields whose faults are shown: the others are not filled in yet. */
  readonly touched: ReadonlySet<EditorField>;
  /** How often saving was refused here: each time the first fault is gone to. */
  readonly refusals: number;
  /** What the server has against fields as they stand. */
  readonly refused: readonly AlarmFault[];
  /** Why the server could not do it, where that is at no field. */
  readonly problem: unknown;
}

type Event =
  | { readonly type: 'edit'; readonly part: Partial<EditorDraft> }
  | { readonly type: 'leave field'; readonly field: EditorField }
  | { readonly type: 'save' }
  | { readonly type: 'remove' }
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' }
  /** The cockpit was read again. */
  | ({ readonly type: 'look around' } & Input)
  /** A threshold of this alarm was changed here: it is a version further, by ourselves. */
  | { readonly type: 'own change'; readonly alarm: Alarm }
  /** Somebody else's change wins over what was typed. */
  | { readonly type: 'take theirs' };

export interface AlarmToStore {
  readonly alarm: Alarm | undefined;
  readonly draft: AlarmDraft;
}

export const isDirty = ({ original, draft }: Pick<Context, 'original' | 'draft'>): boolean =>
  !isSameDraft(original, draft);

/** What the browser finds by itself, and what only the server knew. */
export function editorFaults({ draft, cockpit, alarm, refused }: Context): readonly AlarmFault[] {
  const own = editorDraftFaults(draft, cockpit, alarm?.id);
  return [...own, ...refused.filter(({ field }) => own.every((fault) => fault.field !== field))];
}

const startFrom = (alarm: Alarm | undefined) => {
  const draft = alarm === undefined ? emptyEditorDraft : toEditorDraft(alarm);
  return {
    alarm,
    original: draft,
    draft,
    sent: draft,
    touched: new Set<EditorField>(),
    refused: [],
    problem: undefined,
  };
};

const editedSince = ({ draft, sent }: Pick<Context, 'draft' | 'sent'>): readonly EditorField[] =>
  (Object.keys(draft) as EditorField[]).filter((field) => draft[field] !== sent[field]);

/** What was stored, with what was typed while it was. */
function mergeStored(stored: Alarm, context: Pick<Context, 'draft' | 'sent'>) {
  const begun = startFrom(stored);
  const { draft } = context;
  const typed = editedSince(context);
  const since = Object.fromEntries(typed.map((field) => [field, draft[field]])) as Partial<EditorDraft>;
  return { ...begun, draft: { ...begun.draft, ...since }, touched: new Set(typed) };
}

const isNewer = (known: Alarm | undefined, read: Alarm | undefined): boolean =>
  read !== undefined && read.version > (known?.version ?? 0);

/** Editing one alarm: nothing typed is lost by what others do, and nothing of theirs is overwritten unseen. */
export const alarmEditorMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as Input },
  actors: {
    'store the alarm': fromPromise<Alarm, AlarmToStore>(() => Promise.reject(new Error('not provided'))),
    'remove the alarm': fromPromise<void, Alarm>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    // What the server refused it may take the next time: somebody else can have made room.
    'nothing stands against it': ({ context: { draft, cockpit, alarm } }) =>
      editorDraftFaults(draft, cockpit, alarm?.id).length === 0,
    'it is stored': ({ context }) => context.alarm !== undefined,
  },
  actions: {
    'apply the edit': assign(({ context, event }) => {
      if (event.type !== 'edit') return {};
      const fields = Object.keys(event.part) as EditorField[];
      return {
        draft: { ...context.draft, ...event.part },
        touched: new Set([...context.touched, ...fields.filter((field) => field !== 'label')]),
        refused: context.refused.filter(({ field }) => !fields.some((one) => mayResolve(one, field))),
        problem: undefined,
      };
    }),
    'show the faults of the field': assign(({ context, event }) =>
      event.type === 'leave field' ? { touched: new Set([...context.touched, event.field]) } : {},
    ),
    'show every fault': assign(({ context }) => ({
      touched: new Set(Object.keys(context.draft) as EditorField[]),
      refusals: context.refusals + 1,
    })),
    'see what changed around': assign(({ context, event }) => {
      if (event.type !== 'look around') return {};
      const { cockpit, alarm } = event;
      const takesOver = !isDirty(context) && isNewer(context.alarm, alarm);
      return takesOver ? { ...startFrom(alarm), cockpit } : { cockpit };
    }),
    'go a version further': assign(({ event }) =>
      event.type === 'own change' ? { alarm: event.alarm } : {},
    ),
    'begin from theirs': assign(({ context }) => {
      const theirs = context.cockpit.alarms.find(({ id }) => id === context.alarm?.id);
      return theirs === undefined ? {} : startFrom(theirs);
    }),
    'forget the problem': assign({ problem: undefined, refused: [] }),
  },
}).createMachine({
  id: 'alarm-editor',
  context: ({ input: { alarm, cockpit } }) => ({ ...startFrom(alarm), cockpit, refusals: 0 }),
  initial: 'editing',
  on: {
    'look around': { actions: 'see what changed around' },
    'own change': { actions: 'go a version further' },
  },
  states: {
    editing: {
      on: {
        edit: { actions: 'apply the edit' },
        'leave field': { actions: 'show the faults of the field' },
        'take theirs': { actions: 'begin from theirs' },
        save: [{ guard: 'nothing stands against it', target: 'saving' }, { actions: 'show every fault' }],
        remove: { guard: 'it is stored', target: 'confirming removal' },
      },
    },
    saving: {
      tags: 'busy',
      entry: ['forget the problem', assign({ sent: ({ context }) => context.draft })],
      on: { edit: { actions: 'apply the edit' } },
      invoke: {
        src: 'store the alarm',
        input: ({ context: { alarm, draft, cockpit } }) => ({ alarm, draft: toAlarmDraft(draft, cockpit.kpis) }),
        onDone: { target: 'editing', actions: assign(({ context, event }) => mergeStored(event.output, context)) },
        onError: {
          target: 'editing',
          actions: assign(({ context, event: { error } }) => {
            const refused = rejectedFields(error, Object.keys(context.draft) as EditorField[]);
            const problem = refused.length > 0 ? undefined : error;
            const typed = editedSince(context);
            const standing = refused.filter(({ field }) => !typed.some((one) => mayResolve(one, field)));
            return { refused: standing, problem, refusals: context.refusals + 1 };
          }),
        },
      },
    },
    'confirming removal': { on: { confirm: 'removing', cancel: 'editing' } },
    removing: {
      tags: 'busy',
      invoke: {
        src: 'remove the alarm',
        input: ({ context }) => context.alarm as Alarm,
        onDone: 'removed',
        onError: { target: 'editing', actions: assign({ problem: ({ event }) => event.error }) },
      },
    },
    removed: { type: 'final' },
  },
});
