import { describe, expect, it } from 'vitest';
import { getInitialSnapshot, transition, type EventFrom } from 'xstate';
import type { StepView } from '#schemas/account/sign-in-step.ts';
import { signInMachine, type StepResult, type SignInMethods } from './sign-in.machine.ts';

type Event = EventFrom<typeof signInMachine>;
const methods: SignInMethods = {
  providers: [{ kind: 'internal', name: 'internal' }],
  announcement: null,
  pendingSignIn: false,
};
const done = (state: string, output: unknown) => ({ type: `xstate.done.actor.0.sign-in.${state}`, output });
const failed = (state: string, error: unknown) => ({ type: `xstate.error.actor.0.sign-in.${state}`, error });
const prepared = done('preparing', methods);

function run(...events: readonly object[]) {
  let state = getInitialSnapshot(signInMachine);
  for (const event of events) [state] = transition(signInMachine, state, event as Event);
  return state;
}
const after = (...events: readonly object[]) => run(prepared, ...events);

const enter = (name: string, value: string) => ({ type: 'enter', name, value });
const username = enter('username', 'ada');
const password = enter('password', 'secret');
const submit = { type: 'submit' };
const taken = (output: StepResult) => output;
const step = (view: StepView) => done('reading the step', { view });
const toStep = [username, password, submit, done('signing in', taken({ is: 'next' }))];
const factor = step({ step: 'SECOND_FACTOR_REQUIRED' });

describe('signing in', () => {
  it('loads the sign-in methods before anything can be typed', () => {
    expect(run().value).toBe('preparing');
    expect(after().value).toBe('ready');
  });

  it('marks a missing password and sends nothing', () => {
    const state = after(username, submit);
    expect(state.value).toBe('ready');
    expect(state.context.missing).toEqual(['password']);
  });

  it('stops marking an input once it is filled in', () => {
    expect(after(submit, username).context.missing).toEqual(['password']);
  });

  it('sends when both are filled in', () => {
    expect(after(username, password, submit).value).toBe('signing in');
  });

  it('warns of a password that expires soon before it continues', () => {
    const session = { passwordExpiresAt: 1_000 };
    const state = after(username, password, submit, done('signing in', { is: 'signed in', session }));
    expect([state.value, state.context.expiresAt]).toEqual(['warning of expiry', 1_000]);
    const [next] = transition(signInMachine, state, { type: 'continue' });
    expect(next.value).toBe('signed in');
  });

  it('keeps the username, drops the password and shows the problem after a rejection', () => {
    const state = after(username, password, submit, failed('signing in', 'LOGIN_REFUSED'));
    expect(state.value).toBe('ready');
    expect(state.context.entered).toMatchObject({ username: 'ada', password: '' });
    expect(state.context.problem).toBe('LOGIN_REFUSED');
  });
});

describe('a step of the sign-in', () => {
  it('is requested after a correct password, which is dropped', () => {
    const state = after(...toStep);
    expect(state.value).toBe('reading the step');
    expect(state.context.entered.password).toBe('');
    expect(after(...toStep, factor).value).toBe('at a step');
  });

  it('is requested at once after a reload during sign-in', () => {
    expect(run(done('preparing', { ...methods, pendingSignIn: true })).value).toBe('reading the step');
  });

  it('requires its own inputs', () => {
    expect(after(...toStep, factor, submit).context.missing).toEqual(['code']);
    const update = step({ step: 'PASSWORD_UPDATE_REQUIRED' } as StepView);
    expect(after(...toStep, update, submit).context.missing).toEqual(['newPassword', 'confirmation']);
    const terms = step({ step: 'TERMS_NOT_ACCEPTED', version: 1, en: 'en', fr: 'fr' });
    expect(after(...toStep, terms, submit).value).toBe('submitting the step');
  });

  it('is shown again with its problem when rejected', () => {
    const state = after(
      ...toStep,
      factor,
      enter('code', '123456'),
      submit,
      failed('submitting the step', 'wrong'),
    );
    expect([state.value, state.context.problem]).toEqual(['at a step', 'wrong']);
  });

  it('leads to the next one, or to the session', () => {
    const give = [...toStep, factor, enter('code', '123456'), submit];
    expect(after(...give, done('submitting the step', taken({ is: 'next' }))).value).toBe('reading the step');
    const signedIn = { is: 'signed in', session: {} };
    expect(after(...give, done('submitting the step', signedIn)).value).toBe('signed in');
  });

  it('shows recovery codes until the user continues', () => {
    const enrol = step({ step: 'SECOND_FACTOR_ENROLMENT_REQUIRED' });
    const codes = taken({ is: 'recovery codes', codes: ['AAAA-BBBB'] });
    const state = after(
      ...toStep,
      enrol,
      enter('code', '123456'),
      submit,
      done('submitting the step', codes),
    );
    expect([state.value, state.context.codes]).toEqual(['showing the codes', ['AAAA-BBBB']]);
    const [next] = transition(signInMachine, state, { type: 'continue' });
    expect(next.value).toBe('continuing');
  });

  it('that timed out restarts and shows why', () => {
    const over = taken({ is: 'expired', problem: 'SIGN_IN_STEP_OVER' });
    const state = after(
      ...toStep,
      factor,
      enter('code', '123456'),
      submit,
      done('submitting the step', over),
    );
    expect([state.value, state.context.problem, state.context.step]).toEqual([
      'ready',
      'SIGN_IN_STEP_OVER',
      undefined,
    ]);
  });

  it('can be cancelled', () => {
    const state = after(...toStep, factor, { type: 'restart' });
    expect(state.value).toBe('cancelling');
    expect(run(prepared, ...toStep, factor, { type: 'restart' }, done('cancelling', undefined)).value).toBe(
      'ready',
    );
  });
});
