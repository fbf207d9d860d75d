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
function unlocking(...responses: readonly Unlocked[]) {
  const confirmed: boolean[] = [];
  const unlock = (confirm: boolean) => {
    confirmed.push(confirm);
    return Promise.resolve(responses[confirmed.length - 1] ?? 'unlocked');
  };
  const actor = createActor(userActionsMachine, { input: { ...actions, unlock } }).start();
  actor.send({ type: 'unlock' });
  return { actor, confirmed };
}

describe('actions on an account', () => {
  it.each([
    ['lock', 'confirming lock', 'locking'],
    ['renew', 'confirming password', 'making a password'],
    ['remove factor', 'confirming factor removal', 'removing the factor'],
    ['end sessions', 'confirming session end', 'ending sessions'],
    ['remove', 'confirming delete', 'deleting'],
  ] as const)('%s is requested first', (act, prompt, doing) => {
    expect(after(act)).toBe(prompt);
    expect(after(act, 'cancel')).toBe('idle');
    expect(after(act, 'confirm')).toBe(doing);
  });

  it('a change of the sign-in method requires confirmation, each time for the selected one', async () => {
    const expected: boolean[] = [];
    const changeSignInMethod = (elsewhere: boolean) => {
      expected.push(elsewhere);
      return done();
    };
    const actor = createActor(userActionsMachine, { input: { ...actions, changeSignInMethod } }).start();
    for (const elsewhere of [true, false]) {
      actor.send({ type: 'change method', elsewhere });
      expect(actor.getSnapshot().value).toBe('confirming method');
      actor.send({ type: 'confirm' });
      await waitFor(actor, (state) => state.matches('idle'));
    }
    expect(expected).toEqual([true, false]);
  });

  it('unlocking requires confirmation only when the server warns', async () => {
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
