import { describe, expect, it } from 'vitest';
import { getInitialSnapshot, transition, type EventFrom } from 'xstate';
import { signInMachine } from './sign-in.machine.ts';

type Event = EventFrom<typeof signInMachine>;
const prepared = {
  type: 'xstate.done.actor.0.sign-in.preparing',
  output: [{ kind: 'internal', name: 'internal' }],
};

function after(...events: readonly object[]) {
  let state = getInitialSnapshot(signInMachine);
  for (const event of [prepared, ...events]) [state] = transition(signInMachine, state, event as Event);
  return state;
}

const username = { type: 'enter', name: 'username', value: 'ada' };
const password = { type: 'enter', name: 'password', value: 'secret' };

describe('signing in', () => {
  it('asks for the ways to sign in before anything can be typed', () => {
    expect(getInitialSnapshot(signInMachine).value).toBe('preparing');
    expect(after().value).toBe('ready');
  });

  it('points at a missing password and sends nothing', () => {
    const state = after(username, { type: 'submit' });
    expect(state.value).toBe('ready');
    expect(state.context.missing).toEqual(['password']);
  });

  it('stops pointing at an entry as soon as it is filled in', () => {
    expect(after({ type: 'submit' }, username).context.missing).toEqual(['password']);
  });

  it('sends when both are filled in', () => {
    expect(after(username, password, { type: 'submit' }).value).toBe('signing in');
  });

  it('keeps the username, forgets the password and tells the problem after a refusal', () => {
    const refused = { type: 'xstate.error.actor.0.sign-in.signing in', error: 'LOGIN_REFUSED' };
    const state = after(username, password, { type: 'submit' }, refused);
    expect(state.value).toBe('ready');
    expect(state.context.entered).toEqual({ username: 'ada', password: '' });
    expect(state.context.problem).toBe('LOGIN_REFUSED');
  });
});
