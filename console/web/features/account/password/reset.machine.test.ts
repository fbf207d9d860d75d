import { describe, expect, it } from 'vitest';
import { initialTransition, transition, type EventFrom } from 'xstate';
import { forgottenMachine } from './forgotten.machine.ts';
import { resetMachine } from './reset.machine.ts';

const done = (machine: string, state: string, output?: unknown) => ({
  type: `xstate.done.actor.0.${machine}.${state}`,
  output,
});
const failed = (machine: string, state: string, error: unknown) => ({
  type: `xstate.error.actor.0.${machine}.${state}`,
  error,
});

function reset(...events: readonly object[]) {
  let [state] = initialTransition(resetMachine, { token: 't' });
  for (const event of events)
    [state] = transition(resetMachine, state, event as EventFrom<typeof resetMachine>);
  return state;
}
function forgotten(...events: readonly object[]) {
  let [state] = initialTransition(forgottenMachine);
  for (const event of events)
    [state] = transition(forgottenMachine, state, event as EventFrom<typeof forgottenMachine>);
  return state;
}
const link = done('reset', 'looking', { username: 'ada', policy: {}, endsAt: 0 });
const typed = [
  { type: 'enter', name: 'newPassword', value: 'a' },
  { type: 'enter', name: 'confirmation', value: 'b' },
];

describe('choosing a password with a link', () => {
  it('checks the link first and reports an expired one', () => {
    expect(reset().value).toBe('looking');
    expect(reset(done('reset', 'looking', 'over')).value).toBe('over');
    expect(reset(link).value).toBe('choosing');
  });
  it('does not report an expired link when the server is unreachable', () => {
    const state = reset(failed('reset', 'looking', 'away'));
    expect([state.value, state.context.problem]).toEqual(['unavailable', 'away']);
    expect(reset(failed('reset', 'looking', 'away'), { type: 'retry' }).value).toBe('looking');
  });
  it('marks missing inputs, and saves when both are filled in', () => {
    expect(reset(link, { type: 'submit' }).context.missing).toEqual(['newPassword', 'confirmation']);
    expect(reset(link, ...typed, { type: 'submit' }).value).toBe('saving');
  });
  it('keeps what was typed when a rule is broken', () => {
    const state = reset(link, ...typed, { type: 'submit' }, failed('reset', 'saving', 'VALIDATION'));
    expect([state.value, state.context.entered.newPassword]).toEqual(['choosing', 'a']);
  });
  it('ends saved, or expired when the link has expired', () => {
    expect(reset(link, ...typed, { type: 'submit' }, done('reset', 'saving', 'saved')).value).toBe('saved');
    expect(reset(link, ...typed, { type: 'submit' }, done('reset', 'saving', 'over')).value).toBe('over');
  });
});

describe('a forgotten password', () => {
  it('needs a name or an address', () => {
    const state = forgotten({ type: 'submit' });
    expect([state.value, state.context.isMissing]).toEqual(['requesting', true]);
  });
  it('is requested, and ends the same for every account', () => {
    const requested = [{ type: 'enter', value: 'ada' }, { type: 'submit' }];
    expect(forgotten(...requested).value).toBe('sending');
    expect(forgotten(...requested, done('forgotten', 'sending')).value).toBe('sent');
    expect(forgotten(...requested, failed('forgotten', 'sending', 'RATE_LIMITED')).context.problem).toBe(
      'RATE_LIMITED',
    );
  });
});
