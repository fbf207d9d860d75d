import { describe, expect, it } from 'vitest';
import type { FirstStepFacts } from './first-steps.ts';
import { isSettled, stepStateOf } from './step-state.ts';

const polling = (responding: number): FirstStepFacts['polling'] => ({
  polled: 2,
  waiting: 0,
  responding,
  failure: null,
});

describe('a first step', () => {
  it.each([
    [null, 'open'],
    [polling(0), 'open'],
    [polling(1), 'done'],
    [polling(2), 'done'],
  ] as const)('polling with %j is %s', (facts, state) => {
    expect(stepStateOf('polling', facts, {})).toBe(state);
  });

  it('users is done with a second account or a provider of sign-in', () => {
    const state = (accounts: number, providers: number) => stepStateOf('users', { accounts, providers }, {});
    expect([state(1, 0), state(2, 0), state(1, 1)]).toEqual(['open', 'done', 'done']);
  });

  it('that is marked as not needed is done once it is there', () => {
    const marks = { alarms: 'not-needed' } as const;
    expect(stepStateOf('alarms', { definitions: 0 }, marks)).toBe('not-needed');
    expect(stepStateOf('alarms', { definitions: 3 }, marks)).toBe('done');
  });

  it('backup is done when an administrator says so where backups are not seen', () => {
    expect(stepStateOf('backup', null, {})).toBe('open');
    expect(stepStateOf('backup', null, { backup: 'done' })).toBe('done');
  });

  it.each([
    [undefined, undefined, 'open'],
    [undefined, 'done', 'open'],
    [undefined, 'not-needed', 'not-needed'],
    [true, undefined, 'done'],
    [true, 'not-needed', 'done'],
    [false, 'done', 'open'],
    [false, 'not-needed', 'not-needed'],
  ] as const)('backup with a last one that is recent: %s, marked as %s, is %s', (isRecent, mark, state) => {
    const last = isRecent === undefined ? null : { at: 1, bytes: 2, isRecent };
    expect(stepStateOf('backup', { last }, mark === undefined ? {} : { backup: mark })).toBe(state);
  });

  it('leaves the checklist open until it is done or not needed', () => {
    expect(isSettled([{ state: 'done' }, { state: 'open' }])).toBe(false);
    expect(isSettled([{ state: 'done' }, { state: 'not-needed' }])).toBe(true);
  });
});
