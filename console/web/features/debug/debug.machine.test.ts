import { describe, expect, it } from 'vitest';
import { createActor, initialTransition, transition, waitFor } from 'xstate';
import { debugMachine, type DebugActions } from './debug.machine.ts';

const done = () => Promise.resolve();
const actions: DebugActions = { start: done, stop: done, remove: done };
const draft = { site: 7, minutes: 60, maxBytes: 1e9, comment: '' };

type Event = Parameters<typeof transition<typeof debugMachine>>[2];
const after = (...events: readonly Event[]) => {
  let [state] = initialTransition(debugMachine, actions);
  for (const event of events) [state] = transition(debugMachine, state, event);
  return state.value;
};

describe('debug mode', () => {
  it('starts and stops a recording at once, and deletes one after a confirmation', () => {
    expect(after({ type: 'start', draft })).toBe('starting');
    expect(after({ type: 'stop', id: 3 })).toBe('stopping');
    expect(after({ type: 'delete', id: 3 })).toBe('confirming the deletion');
    expect(after({ type: 'delete', id: 3 }, { type: 'cancel' })).toBe('listed');
    expect(after({ type: 'delete', id: 3 }, { type: 'confirm' })).toBe('deleting');
  });

  it('starts no second recording while one is being started', () => {
    expect(after({ type: 'start', draft }, { type: 'start', draft })).toBe('starting');
    expect(after({ type: 'start', draft }, { type: 'delete', id: 3 })).toBe('starting');
  });

  it('returns to the list with the problem of a failure, and clears it with the next action', async () => {
    const stopped: number[] = [];
    const failing: DebugActions = {
      ...actions,
      start: () => Promise.reject(new Error('already being recorded')),
      stop: (id) => Promise.resolve(void stopped.push(id)),
    };
    const actor = createActor(debugMachine, { input: failing }).start();
    actor.send({ type: 'start', draft });
    const failed = await waitFor(actor, (state) => state.matches('listed'));
    expect(failed.context.problem).toEqual(new Error('already being recorded'));
    actor.send({ type: 'stop', id: 4 });
    const next = await waitFor(actor, (state) => state.matches('listed'));
    expect([next.context.problem, stopped]).toEqual([undefined, [4]]);
  });
});
