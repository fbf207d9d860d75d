import { expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { SignInDelay, type DelayedOrigin, type DelayedSubject } from './sign-in-delay.ts';

const browser = { accountId: 3, tokenHash: 'a1' };
const elsewhere = { address: '192.0.2.9' };
let addresses = 0;
const stranger = (): DelayedOrigin => ({ address: `198.51.100.${String((addresses += 1))}` });

function delays() {
  const delay = new SignInDelay(new ManualClock(1_000_000));
  const fail = (subject: DelayedSubject, origin: () => DelayedOrigin, times = 3): void => {
    for (let time = 0; time < times; time += 1) delay.start(subject, origin());
  };
  const isTaken = (subject: DelayedSubject, origin: DelayedOrigin): boolean => {
    try {
      delay.start(subject, origin).succeeded();
      return true;
    } catch {
      return false;
    }
  };
  return { fail, isTaken };
}

const noc = { kind: 'sign-in', typed: 'noc' } as const;

it('failures with a name delay strangers and no known browser', () => {
  const { fail, isTaken } = delays();
  fail(noc, stranger);
  expect(isTaken(noc, stranger())).toBe(false);
  expect(isTaken(noc, browser)).toBe(true);
});

it('failures at an address delay strangers there and no known browser', () => {
  const { fail, isTaken } = delays();
  for (const typed of ['a', 'b', 'c', 'd', 'e']) fail({ kind: 'sign-in', typed }, () => elsewhere, 1);
  expect(isTaken(noc, elsewhere)).toBe(false);
  expect(isTaken(noc, stranger())).toBe(true);
  expect(isTaken(noc, browser)).toBe(true);
});

it('a known browser is delayed by its own failures, and no other one', () => {
  const { fail, isTaken } = delays();
  fail(noc, () => browser);
  expect(isTaken(noc, browser)).toBe(false);
  expect(isTaken(noc, { ...browser, tokenHash: 'b2' })).toBe(true);
  expect(isTaken(noc, stranger())).toBe(true);
});

it.each(['password of 3', 'second factor of 3', 'account 3', 'own password: account 3', '3'])(
  'failures with the name %j delay nothing else',
  (typed) => {
    const { fail, isTaken } = delays();
    fail({ kind: 'sign-in', typed }, stranger);
    fail({ kind: 'reset link', typed }, stranger);
    for (const kind of ['second factor', 'own password', 'own second factor'] as const)
      expect(isTaken({ kind, account: 3 }, undefined)).toBe(true);
  },
);

it('strangers with every name delay no signed-in user', () => {
  const { fail, isTaken } = delays();
  for (const typed of ['a', 'b', 'c', 'd', 'e']) fail({ kind: 'sign-in', typed }, () => elsewhere, 1);
  expect(isTaken({ kind: 'own password', account: 3 }, undefined)).toBe(true);
});
