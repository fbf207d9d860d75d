import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { formMachine, isChanged, shownFaults } from './form.machine.ts';

const input = { initial: { name: 'noc', tags: [1] } };
type Sent = Parameters<typeof transition<typeof formMachine>>[2];

function after(machine: typeof formMachine, ...events: readonly Sent[]) {
  let [state] = initialTransition(machine, input);
  for (const event of events) [state] = transition(machine, state, event);
  return state;
}
const change = { type: 'change', part: { name: 'other' } } as const;
const invalid = formMachine.provide({ guards: { 'everything is valid': () => false } });

describe('a form', () => {
  it('closes at once when nothing changed, also when a change was taken back by hand', () => {
    expect(after(formMachine, { type: 'close' }).value).toBe('closed');
    const back = { type: 'change', part: { name: 'noc' } } as const;
    expect(after(formMachine, change, back, { type: 'close' }).value).toBe('closed');
  });

  it('asks before it closes with changes; keeps them or lets them go as it is told', () => {
    const asked = after(formMachine, change, { type: 'close' });
    expect(asked.value).toBe('asking');
    expect(isChanged(asked.context)).toBe(true);
    const kept = after(formMachine, change, { type: 'close' }, { type: 'keep' });
    expect([kept.value, kept.context.draft]).toEqual(['editing', { name: 'other', tags: [1] }]);
    expect(after(formMachine, change, { type: 'close' }, { type: 'discard' }).value).toBe('closed');
  });

  it('is not stored while an input is not valid, and then shows the faults', () => {
    const state = after(invalid, change, { type: 'save' });
    expect([state.value, state.context.tried]).toEqual(['editing', true]);
  });

  it('takes no change while it is stored', () => {
    const state = after(formMachine, change, { type: 'save' }, { type: 'change', part: { name: 'late' } });
    expect([state.value, state.context.draft['name']]).toEqual(['saving', 'other']);
  });

  it('shows the first fault of each input, from the first try to save on', () => {
    const faults = [
      { path: 'name', message: 'first' },
      { path: 'name', message: 'second' },
      { path: 'customers.3', message: 'third' },
    ];
    expect(shownFaults({ tried: false }, faults)).toEqual({});
    expect(shownFaults({ tried: true }, faults)).toEqual({ name: 'first', customers: 'third' });
  });
});
