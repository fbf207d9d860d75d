import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import type { Alarm, AlarmDraft } from '#schemas/cockpit/cockpit.ts';
import type { AlarmFault } from '#schemas/cockpit/rules.ts';
import {
  editorDraftFaults,
  emptyEditorDraft,
  isSameDraft,
  toAlarmDraft,
  toEditorDraft,
  type EditorDraft,
  type EditorField,
} from './editor-draft.ts';
import { mayResolve, rejectedFields } from '../rejected-fields.ts';

/** The cockpit of the alarm. */
export interface EditorCockpit {
  readonly name: string;
  readonly alarms: readonly Alarm[];
  readonly kpis: KpiDirectory;
}

interface Input {
  /** Undefined for a new alarm. */
  readonly alarm: Alarm | undefined;
  readonly cockpit: EditorCockpit;
  /** What a new alarm starts with; undefined: nothing. */
  readonly start?: Partial<EditorDraft> | undefined;
}

interface Context {
  readonly alarm: Alarm | undefined;
  readonly cockpit: EditorCockpit;
  /** The stored values. */
  readonly original: EditorDraft;
  readonly draft: EditorDraft;
  /** The draft of the last save. */
  readonly sent: EditorDraft;
  /** Fields whose faults are shown: the others are not filled in yet. */
  readonly touched: ReadonlySet<EditorField>;
  /** Faults that the server reported and that still stand. */
  readonly rejected: readonly AlarmFault[];
  /** The error of the last call, if it belongs to no field. */
  readonly problem: unknown;
}

/** The cockpit was read again. */
export interface CockpitChanged {
  readonly type: 'cockpit changed';
  readonly cockpit: EditorCockpit;
}

type Event =
  | { readonly type: 'edit'; readonly part: Partial<EditorDraft> }
  | { readonly type: 'leave field'; readonly field: EditorField }
  | { readonly type: 'save' }
  | { readonly type: 'delete' }
  | { readonly type: 'confirm' }
  | { readonly type: 'cancel' }
  | CockpitChanged
  /** The user changed an own threshold of this alarm, which raised its version. */
  | { readonly type: 'threshold changed'; readonly alarm: Alarm }
  /** Discards the draft for the version that another user stored. */
  | { readonly type: 'load stored version' };

export interface AlarmToStore {
  readonly alarm: Alarm | undefined;
  readonly draft: AlarmDraft;
}

export const isDirty = ({ original, draft }: Pick<Context, 'original' | 'draft'>): boolean =>
  !isSameDraft(original, draft);

/** Faults of the draft, then those that only the server found. */
function editorFaults({ draft, cockpit, alarm, rejected }: Context): readonly AlarmFault[] {
  const own = editorDraftFaults(draft, cockpit, alarm?.id);
  return [...own, ...rejected.filter(({ field }) => own.every((fault) => fault.field !== field))];
}

/** Faults to show now: a missing value once its field was left, a contradiction at once. */
export function shownEditorFaults(context: Context): readonly AlarmFault[] {
  const dirty = isDirty(context);
  return editorFaults(context).filter(
    (fault) =>
      context.touched.has(fault.field) ||
      context.rejected.includes(fault) ||
      (dirty && fault.code !== 'REQUIRED'),
  );
}

const startFrom = (alarm: Alarm | undefined) => {
  const draft = alarm === undefined ? emptyEditorDraft : toEditorDraft(alarm);
  return {
    alarm,
    original: draft,
    draft,
    sent: draft,
    touched: new Set<EditorField>(),
    rejected: [],
    problem: undefined,
  };
};

const editedSince = ({ draft, sent }: Pick<Context, 'draft' | 'sent'>): readonly EditorField[] =>
  (Object.keys(draft) as EditorField[]).filter((field) => draft[field] !== sent[field]);

/** The stored alarm, with the edits made during the save. */
function mergeStored(stored: Alarm, context: Pick<Context, 'draft' | 'sent'>) {
  const started = startFrom(stored);
  const { draft } = context;
  const edited = editedSince(context);
  const edits = Object.fromEntries(edited.map((field) => [field, draft[field]])) as Partial<EditorDraft>;
  return { ...started, draft: { ...started.draft, ...edits }, touched: new Set(edited) };
}

/** The alarm of the editor as its cockpit has it. */
const storedVersion = ({ alarms }: EditorCockpit, alarm: Alarm | undefined): Alarm | undefined =>
  alarms.find(({ id }) => id === alarm?.id);

const isNewer = (known: Alarm | undefined, read: Alarm | undefined): read is Alarm =>
  read !== undefined && read.version > (known?.version ?? 0);

const notProvided = () => Promise.reject(new Error('not provided'));
const providedByPage = (): void => undefined;

/** Edits one alarm: a draft survives changes of other users, and their changes are never overwritten unseen. */
export const alarmEditorMachine = setup({
  types: { context: {} as Context, events: {} as Event, input: {} as Input },
  actors: {
    'store the alarm': fromPromise<Alarm, AlarmToStore>(notProvided),
    'delete the alarm': fromPromise<void, Alarm>(notProvided),
    'watch the cockpit': fromCallback<CockpitChanged>(providedByPage),
  },
  guards: {
    // Faults of the server do not count: another user may have resolved them.
    'the draft is valid': ({ context: { draft, cockpit, alarm } }) =>
      editorDraftFaults(draft, cockpit, alarm?.id).length === 0,
    'the alarm is stored': ({ context }) => context.alarm !== undefined,
  },
  actions: {
    'apply the edit': assign(({ context, event }) => {
      if (event.type !== 'edit') return {};
      const fields = Object.keys(event.part) as EditorField[];
      return {
        draft: { ...context.draft, ...event.part },
        touched: new Set([...context.touched, ...fields.filter((field) => field !== 'label')]),
        rejected: context.rejected.filter(({ field }) => !fields.some((one) => mayResolve(one, field))),
        problem: undefined,
      };
    }),
    'show the faults of the field': assign(({ context, event }) =>
      event.type === 'leave field' ? { touched: new Set([...context.touched, event.field]) } : {},
    ),
    'show every fault': assign(({ context }) => ({
      touched: new Set(Object.keys(context.draft) as EditorField[]),
    })),
    'apply the new cockpit': assign(({ context, event }) => {
      if (event.type !== 'cockpit changed') return {};
      const { cockpit } = event;
      const stored = storedVersion(cockpit, context.alarm);
      const isReplaced = !isDirty(context) && isNewer(context.alarm, stored);
      return isReplaced ? { ...startFrom(stored), cockpit } : { cockpit };
    }),
    'apply the new version': assign(({ event }) =>
      event.type === 'threshold changed' ? { alarm: event.alarm } : {},
    ),
    'start from the stored version': assign(({ context }) => {
      const stored = storedVersion(context.cockpit, context.alarm);
      return stored === undefined ? {} : startFrom(stored);
    }),
    'forget the problem': assign({ problem: undefined, rejected: [] }),
    'focus the first fault': providedByPage,
    'refresh an outdated cockpit': providedByPage,
    'report created': (_facts, _created: Alarm) => undefined,
    'report deleted': (_facts, _deleted: Alarm) => undefined,
  },
}).createMachine({
  id: 'alarm-editor',
  context: ({ input: { alarm, cockpit, start } }) => {
    const started = startFrom(alarm);
    return { ...started, draft: { ...started.draft, ...start }, cockpit };
  },
  invoke: { src: 'watch the cockpit' },
  initial: 'editing',
  on: {
    'cockpit changed': { actions: 'apply the new cockpit' },
    'threshold changed': { actions: 'apply the new version' },
  },
  states: {
    editing: {
      on: {
        edit: { actions: 'apply the edit' },
        'leave field': { actions: 'show the faults of the field' },
        'load stored version': { actions: 'start from the stored version' },
        save: [
          { guard: 'the draft is valid', target: 'saving' },
          { actions: ['show every fault', 'focus the first fault'] },
        ],
        delete: { guard: 'the alarm is stored', target: 'confirming deletion' },
      },
    },
    saving: {
      tags: 'busy',
      entry: ['forget the problem', assign({ sent: ({ context }) => context.draft })],
      on: { edit: { actions: 'apply the edit' } },
      invoke: {
        src: 'store the alarm',
        input: ({ context: { alarm, draft, cockpit } }) => ({
          alarm,
          draft: toAlarmDraft(draft, cockpit.kpis),
        }),
        onDone: [
          {
            guard: 'the alarm is stored',
            target: 'editing',
            actions: assign(({ context, event }) => mergeStored(event.output, context)),
          },
          {
            target: 'editing',
            actions: [
              assign(({ context, event }) => mergeStored(event.output, context)),
              { type: 'report created', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: {
          target: 'editing',
          actions: [
            assign(({ context, event: { error } }) => {
              const rejected = rejectedFields(error, Object.keys(context.draft) as EditorField[]);
              const problem = rejected.length > 0 ? undefined : error;
              const edited = editedSince(context);
              const remaining = rejected.filter(({ field }) => !edited.some((one) => mayResolve(one, field)));
              return { rejected: remaining, problem };
            }),
            'focus the first fault',
            'refresh an outdated cockpit',
          ],
        },
      },
    },
    'confirming deletion': { on: { confirm: 'deleting', cancel: 'editing' } },
    deleting: {
      tags: 'busy',
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'delete the alarm',
        input: ({ context }) => context.alarm as Alarm,
        onDone: 'deleted',
        onError: {
          target: 'editing',
          actions: [assign({ problem: ({ event }) => event.error }), 'refresh an outdated cockpit'],
        },
      },
    },
    deleted: {
      type: 'final',
      entry: { type: 'report deleted', params: ({ context }) => context.alarm as Alarm },
    },
  },
});
