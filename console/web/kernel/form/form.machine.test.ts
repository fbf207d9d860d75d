import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { formMachine, isChanged, shownFaults } from './form.machine.ts';

const initial = { name: 'noc', tags: [1] };
const stored = () => Promise.resolve();
type Sent = Parameters<typeof transition<typeof formMachine>>[2];

function after(isValid: boolean, ...events: readonly Sent[]) {
  let [state] = initialTransition(formMachine, { initial, isValid: () => isValid, store: stored });
  for (const event of events) [state] = transition(formMachine, state, event);
  return state;
}
const change = { type: 'change', part: { name: 'other' } } as const;

describe('a form', () => {
  it('closes at once when nothing changed, also after a change was undone by hand', () => {
    expect(after(true, { type: 'close' }).value).toBe('closed');
    const back = { type: 'change', part: { name: 'noc' } } as const;
    expect(after(true, change, back, { type: 'close' }).value).toBe('closed');
  });

  it('requires confirmation before it closes with changes, then keeps or discards them', () => {
    const closing = after(true, change, { type: 'close' });
    expect(closing.value).toBe('requesting');
    expect(isChanged(closing.context)).toBe(true);
    const continued = after(true, change, { type: 'close' }, { type: 'keep' });
    expect([continued.value, continued.context.draft]).toEqual(['editing', { name: 'other', tags: [1] }]);
    expect(after(true, change, { type: 'close' }, { type: 'discard' }).value).toBe('closed');
  });

  it('is not stored while an input is invalid, and shows the faults', () => {
    const state = after(false, change, { type: 'save' });
    expect([state.value, state.context.tried]).toEqual(['editing', true]);
  });

  it('ignores changes while it is saving', () => {
    const state = after(true, change, { type: 'save' }, { type: 'change', part: { name: 'late' } });
    expect([state.value, state.context.draft['name']]).toEqual(['saving', 'other']);
  });

  it('shows the first fault of each input after the first attempt to save', () => {
    const faults = [
      { path: 'name', message: 'first' },
      { path: 'name', message: 'second' },
      { path: 'customers.3', message: 'third' },
    ];
    expect(shownFaults({ tried: false }, faults)).toEqual({});
    expect(shownFaults({ tried: true }, faults)).toEqual({ name: 'first', customers: 'third' });
    expect(shownFaults({ tried: true }, faults, ['customers'])).toEqual({
      name: 'first',
      'customers.3': 'third',
    });
  });
});
