import { useEffect, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import type { Alarm, Cockpit } from '#schemas/cockpit/cockpit.ts';
import { createAlarm, deleteAlarm, updateAlarm } from '#schemas/cockpit/routes.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { alarmEditorMachine, editorFaults, isDirty, type AlarmToStore } from './alarm-editor.machine.ts';
import { cockpitQuery, dropAlarm, keepAlarm } from '../cockpit-queries.ts';
import { useCockpitTexts } from '../use-cockpit-texts.ts';

/** The machine of the editor with the real calls. */
function useEditorMachine(cockpitId: number) {
  const queries = useQueryClient();
  return useMemo(() => {
    const store = async ({ alarm, draft }: AlarmToStore): Promise<Alarm> => {
      const stored =
        alarm === undefined
          ? await call(createAlarm, { params: { cockpitId }, body: draft })
          : await call(updateAlarm, {
              params: { cockpitId, alarm: alarm.id },
              body: { ...draft, version: alarm.version },
            });
      keepAlarm(queries, cockpitId, stored);
      return stored;
    };
    const remove = async ({ id, version }: Alarm): Promise<void> => {
      await call(deleteAlarm, { params: { cockpitId, alarm: id }, query: { version } });
    };
    return alarmEditorMachine.provide({
      actors: {
        'store the alarm': fromPromise(({ input }) => store(input)),
        'remove the alarm': fromPromise(({ input }) => remove(input)),
      },
    });
  }, [queries, cockpitId]);
}

interface Needs {
  readonly cockpit: Cockpit;
  /** Undefined for a new alarm. */
  readonly alarm: Alarm | undefined;
  readonly onStored: (alarm: Alarm) => void;
  readonly onRemoved: () => void;
}

/** Editing an alarm of a cockpit, and what the form shows of it. */
export function useAlarmEditor({ cockpit, alarm, onStored, onRemoved }: Needs) {
  const text = useCockpitTexts();
  const queries = useQueryClient();
  const machine = useEditorMachine(cockpit.id);
  const kpis = useKpis();
  const around = useMemo(() => ({ ...cockpit, kpis }), [cockpit, kpis]);
  const [state, send] = useMachine(machine, { input: { cockpit: around, alarm } });
  const { context } = state;
  useEffect(() => send({ type: 'look around', cockpit: around, alarm }), [send, around, alarm]);

  const stored = context.alarm;
  const isRemoved = state.matches('removed');
  useEffect(() => {
    // A version that the list does not have came from here: it was saved, or a new alarm got its id.
    if (stored === undefined || stored.id === alarm?.id) return;
    onStored(stored);
  }, [stored, alarm, onStored]);
  useEffect(() => {
    if (!isRemoved || stored === undefined) return;
    showToast({ text: text('removed', { name: stored.label }) });
    onRemoved();
    dropAlarm(queries, cockpit.id, stored.id);
  }, [isRemoved, stored, onRemoved, queries, cockpit.id, text]);

  const { refused } = context;
  useEffect(() => {
    // It knows of something that is not shown here.
    if (refused.length > 0) void queries.invalidateQueries({ queryKey: cockpitQuery(cockpit.id).queryKey });
  }, [refused, queries, cockpit.id]);
  const conflict = context.problem instanceof ApiProblem && context.problem.code === 'CONFLICT';
  useEffect(() => {
    // Theirs is read at once, so that it can be shown.
    if (conflict) void queries.invalidateQueries({ queryKey: cockpitQuery(cockpit.id).queryKey });
  }, [conflict, queries, cockpit.id]);

  const dirty = isDirty(context);
  // What is only missing is said once its field was left; what contradicts something, as soon as it does.
  const shown = editorFaults(context).filter(
    (fault) =>
      context.touched.has(fault.field) || refused.includes(fault) || (dirty && fault.code !== 'REQUIRED'),
  );
  return {
    state,
    send,
    draft: context.draft,
    stored,
    faults: shown,
    /** Of these, what only the server knew. */
    refused,
    problem: context.problem,
    conflict,
    dirty,
    busy: state.hasTag('busy'),
  };
}

export type AlarmEditor = ReturnType<typeof useAlarmEditor>;
