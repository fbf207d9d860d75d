import { describe, expect, it } from 'vitest';
import { createActor, initialTransition, transition, waitFor } from 'xstate';
import { userActionsMachine, type AccountActions, type Unlocked } from './user-actions.machine.ts';

const done = () => Promise.resolve();
const actions: AccountActions = {
  lock: done,
  unlock: () => Promise.resolve('unlocked'),
  renew: done,
  changeSignInMethod: done,
  removeFactor: done,
  endSessions: done,
  remove: done,
};

type Act = Exclude<Parameters<typeof transition<typeof userActionsMachine>>[2]['type'], 'change method'>;
const after = (...types: readonly Act[]) => {
  let [state] = initialTransition(userActionsMachine, actions);
  for (const type of types) [state] = transition(userActionsMachine, state, { type });
  return state.value;
};

/** The machine with a server that gives these responses in order. */
function unlocking(...answers: readonly Unlocked[]) {
  const confirmed: boolean[] = [];
  const unlock = (confirm: boolean) => {
    confirmed.push(confirm);
    return Promise.resolve(answers[confirmed.length - 1] ?? 'unlocked');
  };
  const actor = createActor(userActionsMachine, { input: { ...actions, unlock } }).start();
  actor.send({ type: 'unlock' });
  return { actor, confirmed };
}

describe('actions on an account', () => {
  it.each([
    ['lock', 'asking to lock', 'locking'],
    ['renew', 'asking for a password', 'making a password'],
    ['remove factor', 'asking to remove the factor', 'removing the factor'],
    ['end sessions', 'asking to end sessions', 'ending sessions'],
    ['remove', 'asking to delete', 'deleting'],
  ] as const)('%s is asked for first', (act, question, doing) => {
    expect(after(act)).toBe(question);
    expect(after(act, 'cancel')).toBe('idle');
    expect(after(act, 'confirm')).toBe(doing);
  });

  it('a change of the sign-in method asks first, each time for the requested one', async () => {
    const wanted: boolean[] = [];
    const changeSignInMethod = (elsewhere: boolean) => {
      wanted.push(elsewhere);
      return done();
    };
    const actor = createActor(userActionsMachine, { input: { ...actions, changeSignInMethod } }).start();
    for (const elsewhere of [true, false]) {
      actor.send({ type: 'change method', elsewhere });
      expect(actor.getSnapshot().value).toBe('asking to change the method');
      actor.send({ type: 'confirm' });
      await waitFor(actor, (state) => state.matches('idle'));
    }
    expect(wanted).toEqual([true, false]);
  });

  it('unlock asks only when the server warns', async () => {
    const { actor, confirmed } = unlocking('unlocked');
    await waitFor(actor, (state) => state.matches('idle'));
    expect(confirmed).toEqual([false]);
  });

  it('unlock after an expired password continues when the warning is confirmed', async () => {
    const { actor, confirmed } = unlocking('unconfirmed', 'unlocked');
    await waitFor(actor, (state) => state.matches('warning'));
    actor.send({ type: 'confirm' });
    await waitFor(actor, (state) => state.matches('idle'));
    expect(confirmed).toEqual([false, true]);
  });
});
