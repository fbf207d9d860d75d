import { describe, expect, it } from 'vitest';
import { getInitialSnapshot, transition, type EventFrom } from 'xstate';
import { alertingMachine } from './alerting.machine.ts';

type Event = EventFrom<typeof alertingMachine>;

function after(...events: readonly object[]) {
  let state = getInitialSnapshot(alertingMachine, { mode: 0 });
  for (const event of events) [state] = transition(alertingMachine, state, event as Event);
  return state;
}
const load = { type: 'load' };
const refresh = { type: 'refresh' };
const done = (of: string) => ({ type: `xstate.done.actor.0.alerting.${of}`, output: { checkedAt: 7 } });
const failed = (of: string) => ({ type: `xstate.error.actor.0.alerting.${of}`, error: 'ALERT_COUNT_FAILED' });

describe('loading the alerts', () => {
  it('goes from INITIAL to PENDING on the first load', () => {
    expect(after().value).toBe('INITIAL');
    expect(after(load).value).toBe('PENDING');
  });

  it('is DONE on success, with the time of the check', () => {
    const state = after(load, done('PENDING'));
    expect(state.value).toBe('DONE');
    expect(state.context.lastCheck).toBe(7);
  });

  it('goes from DONE or ERROR to REFRESH on reload', () => {
    expect(after(load, done('PENDING'), refresh).value).toBe('REFRESH');
    expect(after(load, failed('PENDING'), refresh).value).toBe('REFRESH');
  });

  it('keeps the problem of a failure and clears it on success', () => {
    expect(after(load, failed('PENDING')).context.problem).toBe('ALERT_COUNT_FAILED');
    expect(after(load, failed('PENDING'), refresh, done('REFRESH')).context.problem).toBeUndefined();
  });

  it('reloads when the mode changes, and not when it stays', () => {
    expect(after(load, done('PENDING'), { type: 'change mode', mode: 2 }).value).toBe('REFRESH');
    expect(after(load, done('PENDING'), { type: 'change mode', mode: 0 }).value).toBe('DONE');
  });
});
