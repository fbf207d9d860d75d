import { useId } from 'react';
import { useMachine } from '@xstate/react';
import { fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import { createAlarm, deleteAlarm, updateAlarm } from '#schemas/cockpit/routes.ts';
import { directoryQuery, useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import {
  alarmEditorMachine,
  isDirty,
  shownEditorFaults,
  type AlarmToStore,
  type CockpitChanged,
} from './alarm-editor.machine.ts';
import type { EditorDraft, EditorField } from './editor-draft.ts';
import { alarmTouches, cockpitQuery, dropAlarm, keepAlarm } from '../cockpit-queries.ts';
import { useCockpitTexts } from '../texts/en.ts';

type Cache = ReturnType<typeof useQueryCache>;

/** Reports the cockpit and the KPIs each time the page has read them again. */
function watchCockpit(cache: Cache, cockpitId: number, report: (event: CockpitChanged) => void) {
  const directoryOf = (reply = cache.read(directoryQuery)) =>
    reply === undefined ? libraryDirectory : directoryQuery.select(reply);
  const reportBoth = (cockpit = cache.read(cockpitQuery(cockpitId)), kpis = directoryOf()) => {
    if (cockpit !== undefined) report({ type: 'cockpit changed', cockpit: { ...cockpit, kpis } });
  };
  const stopCockpit = cache.watch(cockpitQuery(cockpitId), (cockpit) => reportBoth(cockpit));
  const stopKpis = cache.watch(directoryQuery, (reply) => reportBoth(undefined, directoryOf(reply)));
  return () => {
    stopCockpit();
    stopKpis();
  };
}

/** The calls of the machine. */
function editorActors(cache: Cache, cockpitId: number) {
  const store = async ({ alarm, draft }: AlarmToStore): Promise<Alarm> => {
    const stored =
      alarm === undefined
        ? await call(createAlarm, { params: { cockpitId }, body: draft })
        : await call(updateAlarm, {
            params: { cockpitId, alarm: alarm.id },
            body: { ...draft, runbook: draft.runbook ?? '', version: alarm.version },
          });
    keepAlarm(cache, cockpitId, stored);
    void cache.refresh(...alarmTouches(cockpitId));
    return stored;
  };
  const remove = async ({ id, version }: Alarm): Promise<void> => {
    await call(deleteAlarm, { params: { cockpitId, alarm: id }, query: { version } });
  };
  return {
    'store the alarm': fromPromise<Alarm, AlarmToStore>(({ input }) => store(input)),
    'delete the alarm': fromPromise<void, Alarm>(({ input }) => remove(input)),
    'watch the cockpit': fromCallback<CockpitChanged>(({ sendBack }) =>
      watchCockpit(cache, cockpitId, sendBack),
    ),
  };
}

const isBlocking = ({ status, context }: SnapshotFrom<typeof alarmEditorMachine>): boolean =>
  status === 'active' && isDirty(context);

const isConflict = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.code === 'CONFLICT';

interface Options {
  readonly cockpit: Cockpit;
  /** Undefined for a new alarm. */
  readonly alarm: Alarm | undefined;
  /** What a new alarm starts with. */
  readonly start?: Partial<EditorDraft> | undefined;
  readonly onCreated: (alarm: Alarm) => void;
  readonly onDeleted: () => void;
}

/** The machine with the calls and the reactions of the page. */
function useEditorMachine(
  { cockpit, alarm, start, onCreated, onDeleted }: Options,
  idOf: (field: EditorField) => string,
) {
  const text = useCockpitTexts();
  const cache = useQueryCache();
  const kpis = useKpis();
  const nameOf = useBuiltInName('alarm');
  const machine = alarmEditorMachine.provide({
    actors: editorActors(cache, cockpit.id),
    actions: {
      'focus the first fault': ({ context }) => {
        const [first] = shownEditorFaults(context);
        if (first !== undefined) document.getElementById(idOf(first.field))?.focus();
      },
      'refresh an outdated cockpit': ({ context: { rejected, problem } }) => {
        // The server has a newer version, or an alarm that is not shown here.
        if (rejected.length > 0 || isConflict(problem)) void cache.refresh(cockpitQuery(cockpit.id).queryKey);
      },
      // After the transition: the guard below reads the final state and requires no confirmation.
      'report created': (_, created) => queueMicrotask(() => onCreated(created)),
      'report deleted': (_, { id, label }) =>
        queueMicrotask(() => {
          showToast({ text: text('removed', { name: nameOf(label) }) });
          onDeleted();
          dropAlarm(cache, cockpit.id, id);
          void cache.refresh(...alarmTouches(cockpit.id));
        }),
    },
  });
  const [state, send, actor] = useMachine(machine, {
    input: { cockpit: { ...cockpit, kpis }, alarm, start },
  });
  return { state, send, isBlocking: () => isBlocking(actor.getSnapshot()) };
}

/** Edits an alarm of a cockpit; returns the facts that the form shows. */
export function useAlarmEditor(options: Options) {
  const base = useId();
  const idOf = (field: EditorField | 'period'): string => `${base}-${field}`;
  const { state, send, ...guard } = useEditorMachine(options, idOf);
  const { context } = state;
  return {
    state,
    send,
    idOf,
    draft: context.draft,
    stored: context.alarm,
    faults: shownEditorFaults(context),
    /** Of these, the faults that only the server found. */
    rejected: context.rejected,
    problem: context.problem,
    conflict: isConflict(context.problem),
    dirty: isDirty(context),
    /** Whether leaving would lose edits. */
    isBlocking: guard.isBlocking,
    busy: state.hasTag('busy'),
  };
}

export type AlarmEditor = ReturnType<typeof useAlarmEditor>;
