import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, initialTransition, transition } from 'xstate';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import { anAlarmDraft } from '#tests/fixtures/cockpit-draft.ts';
import { alarmEditorMachine, isDirty, shownEditorFaults } from './alarm-editor.machine.ts';

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
  const [start] = initialTransition(alarmEditorMachine, { cockpit, alarm: given });
  return events.reduce((state, event) => transition(alarmEditorMachine, state, event)[0], start);
};
const edit = { type: 'edit', part: { threshold: '95' } } as const;
const newer = { ...alarm, threshold: 80, version: 2 };
const changed = { type: 'cockpit changed', cockpit: { ...cockpit, alarms: [newer] } } as const;

describe('the alarm editor', () => {
  it('does not save an invalid draft, and shows every fault', () => {
    const state = after(undefined, { type: 'save' });
    expect(state.value).toBe('editing');
    expect(shownEditorFaults(state.context).map(({ field }) => field)).toEqual(['label', 'kpi', 'threshold']);
  });

  it('starts a new alarm with what the explorer gives, as an edit that is not saved yet', () => {
    const start = { kpi: 'app_bytes', target: 'application' } as const;
    const [{ context }] = initialTransition(alarmEditorMachine, { cockpit, alarm: undefined, start });
    expect(context.draft).toMatchObject({ ...start, label: '' });
    expect(isDirty(context)).toBe(true);
  });

  it('saves a valid draft', () => {
    expect(after(alarm, edit, { type: 'save' }).value).toBe('saving');
  });

  it('loads a newer version while there are no edits', () => {
    const { context } = after(alarm, changed);
    expect(context.draft.threshold).toBe('80');
    expect(context.alarm?.version).toBe(2);
  });

  it('keeps the edits and their base version when another user saves', () => {
    const { context } = after(alarm, edit, changed);
    expect(context.draft.threshold).toBe('95');
    expect(context.alarm?.version).toBe(1);
    expect(isDirty(context)).toBe(true);
  });

  it('loads the stored version on request', () => {
    const { context } = after(alarm, edit, changed, { type: 'load stored version' });
    expect(context.draft.threshold).toBe('80');
    expect(isDirty(context)).toBe(false);
  });

  it('takes the version of an own threshold change, and keeps the edits', () => {
    const { context } = after(alarm, edit, { type: 'threshold changed', alarm: { ...alarm, version: 4 } });
    expect([context.draft.threshold, context.alarm?.version]).toEqual(['95', 4]);
  });

  it('requires confirmation before it deletes, and deletes only a stored alarm', () => {
    expect(after(alarm, { type: 'delete' }).value).toBe('confirming deletion');
    expect(after(alarm, { type: 'delete' }, { type: 'cancel' }).value).toBe('editing');
    expect(after(alarm, { type: 'delete' }, { type: 'confirm' }).value).toBe('deleting');
    expect(after(undefined, { type: 'delete' }).value).toBe('editing');
  });

  it('continues from the stored alarm', async () => {
    const stored = { ...alarm, threshold: 95, version: 2 };
    const machine = alarmEditorMachine.provide({
      actors: { 'store the alarm': fromPromise(() => Promise.resolve(stored)) },
    });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send(edit);
    actor.send({ type: 'save' });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('editing'), { timeout: 120_000 });
    const { context } = actor.getSnapshot();
    expect([context.alarm?.version, isDirty(context)]).toEqual([2, false]);
  });

  it('keeps the edits made during a save', async () => {
    const { promise, resolve } = Promise.withResolvers<Alarm>();
    const machine = alarmEditorMachine.provide({ actors: { 'store the alarm': fromPromise(() => promise) } });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send(edit);
    actor.send({ type: 'save' });
    actor.send({ type: 'edit', part: { threshold: '97' } });
    resolve({ ...alarm, threshold: 95, label: 'Link very full', version: 2 });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('editing'), { timeout: 120_000 });
    const { context } = actor.getSnapshot();
    expect([context.alarm?.version, context.original.threshold]).toEqual([2, '95']);
    expect([context.draft.threshold, context.draft.label]).toEqual(['97', 'Link very full']);
  });

  it('keeps the edits and the problem when the save fails', async () => {
    const problem = new Error('away');
    const machine = alarmEditorMachine.provide({
      actors: { 'store the alarm': fromPromise(() => Promise.reject(problem)) },
    });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send(edit);
    actor.send({ type: 'save' });
    await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('editing'), { timeout: 120_000 });
    const { context } = actor.getSnapshot();
    expect([context.problem, context.draft.threshold]).toEqual([problem, '95']);
  });

  it('reports a created alarm once, and an updated one never', async () => {
    const created: number[] = [];
    const machine = alarmEditorMachine.provide({
      actors: {
        'store the alarm': fromPromise(({ input }) => Promise.resolve({ ...alarm, ...input.draft })),
      },
      actions: { 'report created': (_, { id }) => void created.push(id) },
    });
    const actor = createActor(machine, { input: { cockpit: { ...cockpit, alarms: [] }, alarm: undefined } });
    actor.start();
    actor.send({ type: 'edit', part: { label: 'Loss', kpi: 'itf_in_util', threshold: '90' } });
    for (const _ of [1, 2]) {
      actor.send({ type: 'save' });
      await vi.waitFor(() => expect(actor.getSnapshot().value).toBe('editing'), { timeout: 120_000 });
    }
    expect(created).toEqual([7]);
  });

  it('reports a deleted alarm', async () => {
    const deleted: number[] = [];
    const machine = alarmEditorMachine.provide({
      actors: { 'delete the alarm': fromPromise(() => Promise.resolve()) },
      actions: { 'report deleted': (_, { id }) => void deleted.push(id) },
    });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send({ type: 'delete' });
    actor.send({ type: 'confirm' });
    await vi.waitFor(() => expect(deleted).toEqual([7]), { timeout: 120_000 });
  });

  it('focuses the first fault of an invalid draft', () => {
    const focused: (string | undefined)[] = [];
    const machine = alarmEditorMachine.provide({
      actions: {
        'focus the first fault': ({ context }) => void focused.push(shownEditorFaults(context)[0]?.field),
      },
    });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send({ type: 'edit', part: { threshold: 'x' } });
    actor.send({ type: 'save' });
    expect(focused).toEqual(['threshold']);
  });

  it('reports a rejected save with its problem, so that the page reads the cockpit again', async () => {
    const problem = new Error('conflict');
    const problems: unknown[] = [];
    const machine = alarmEditorMachine.provide({
      actors: { 'store the alarm': fromPromise(() => Promise.reject(problem)) },
      actions: { 'refresh an outdated cockpit': ({ context }) => void problems.push(context.problem) },
    });
    const actor = createActor(machine, { input: { cockpit, alarm } }).start();
    actor.send(edit);
    actor.send({ type: 'save' });
    await vi.waitFor(() => expect(problems).toEqual([problem]), { timeout: 120_000 });
  });
});
