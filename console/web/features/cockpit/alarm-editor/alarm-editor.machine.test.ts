import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, initialTransition, transition } from 'xstate';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { anAlarmDraft } from '#tests/scenario/cockpit/draft.ts';
import { alarmEditorMachine, isDirty } from './alarm-editor.machine.ts';

const alarm: Alarm = {
  id: 7,
  version: 1,
  author: null,
  updatedAt: 0,
  ...anAlarmDraft({ label: 'Link saturated' }),
  ownThresholds: { customers: 0, elements: 0 },
};
const cockpit = { name: 'Lines', alarms: [alarm], kpis: libraryDirectory };
type Event = Parameters<typeof transition<typeof alarmEditorMachine>>[2];

const after = (given: Alarm | undefined, ...events: Event[]) => {
  const [begin] = initialTransition(alarmEditorMachine, { cockpit, alarm: given });
  return events.reduce((state, event) => transition(alarmEditorMachine, state, event)[0], begin);
};
const edit = { type: 'edit', part: { threshold: '95' } } as const;
const theirs = { ...alarm, threshold: 80, version: 2 };
const around = { type: 'look around', cockpit: { ...cockpit, alarms: [theirs] }, alarm: theirs } as const;

describe('the editor', () => {
  it('does not save while something stands against the form, and shows all of it', () => {
    const state = after(undefined, { type: 'save' });
    expect(state.value).toBe('editing');
    expect(state.context.refusals).toBe(1);
    expect(state.context.touched.has('kpi')).toBe(true);
  });

  it('saves what nothing stands against', () => {
    expect(after(alarm, edit, { type: 'save' }).value).toBe('saving');
  });

  it('takes over a stored version that is newer while nothing was typed', () => {
    const { context } = after(alarm, around);
    expect(context.draft.threshold).toBe('80');
    expect(context.alarm?.version).toBe(2);
  });

  it('keeps what was typed when somebody else saves, and the version that it was made from', () => {
    const { context } = after(alarm, edit, around);
    expect(context.draft.threshold).toBe('95');
    expect(context.alarm?.version).toBe(1);
    expect(isDirty(context)).toBe(true);
  });

  it('shows theirs when that is wanted', () => {
    const { context } = after(alarm, edit, around, { type: 'take theirs' });
    expect(context.draft.threshold).toBe('80');
    expect(isDirty(context)).toBe(false);
  });

  it('goes a version further with a threshold that was set here, and keeps what was typed', () => {
    const { context } = after(alarm, edit, { type: 'own change', alarm: { ...alarm, version: 4 } });
    expect([context.draft.threshold, context.alarm?.version]).toEqual(['95', 4]);
  });

  it('asks before it removes, and removes nothing that is not stored', () => {
    expect(after(alarm, { type: 'remove' }).value).toBe('confirming removal');
    expect(after(alarm, { type: 'remove' }, { type: 'cancel' }).value).toBe('editing');
    expect(after(alarm, { type: 'remove' }, { type: 'confirm' }).value).toBe('removing');
    expect(after(undefined, { type: 'remove' }).value).toBe('editing');
  });

  it('goes on from what was stored', async () => {
    const stored = { ...alarm, threshold: 95, version: 2 };
    const machine = alarmEditorMachine.provide({
      actors: { 'store the alarm': fromPromise(() => Promise.resolve(stored)) },
    });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send(edit);
    actor.send({ type: 'save' });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('editing'), { timeout: 10_000 });
    const { context } = actor.getSnapshot();
    expect([context.alarm?.version, isDirty(context)]).toEqual([2, false]);
  });

  it('keeps what is typed while it is being stored', async () => {
    const { promise, resolve } = Promise.withResolvers<Alarm>();
    const machine = alarmEditorMachine.provide({ actors: { 'store the alarm': fromPromise(() => promise) } });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send(edit);
    actor.send({ type: 'save' });
    actor.send({ type: 'edit', part: { threshold: '97' } });
    resolve({ ...alarm, threshold: 95, label: 'Link very full', version: 2 });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('editing'), { timeout: 10_000 });
    const { context } = actor.getSnapshot();
    expect([context.alarm?.version, context.original.threshold]).toEqual([2, '95']);
    expect([context.draft.threshold, context.draft.label]).toEqual(['97', 'Link very full']);
  });

  it('keeps what was typed and the problem when it cannot be stored', async () => {
    const problem = new Error('away');
    const machine = alarmEditorMachine.provide({
      actors: { 'store the alarm': fromPromise(() => Promise.reject(problem)) },
    });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send(edit);
    actor.send({ type: 'save' });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('editing'), { timeout: 10_000 });
    const { context } = actor.getSnapshot();
    expect([context.problem, context.draft.threshold]).toEqual([problem, '95']);
  });
});
