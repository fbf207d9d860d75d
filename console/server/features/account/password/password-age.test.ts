import { describe, expect, it } from 'vitest';
import { defaultSignInPolicy } from '#schemas/settings/sign-in/sign-in-policy.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { passwordAge } from './password-age.ts';

const made = new Date(Date.UTC(2026, 0, 1));
const policy = { ...defaultSignInPolicy, expiryDays: 90, warnDays: 14, updateDays: 3 };
const chosen = { passwordUpdatedAt: made, passwordIssuedAt: null };
const after = (days: number) => new Date(made.getTime() + days * DAY_MS);

describe('a password', () => {
  it.each([
    [0, 'fresh'],
    [75, 'fresh'],
    [76, 'warned'],
    [86, 'warned'],
    [87, 'to-be-changed'],
    [89.9, 'to-be-changed'],
    [90, 'expired'],
  ] as const)('of 90 days that was set %s days ago is %s', (days, state) => {
    expect(passwordAge(policy, { ...chosen, createdAt: after(-500) }, after(days)).state).toBe(state);
  });
  it('that was never changed is as old as its account', () => {
    const { expiresAt } = passwordAge(policy, { ...chosen, passwordUpdatedAt: null, createdAt: made }, made);
    expect(expiresAt).toEqual(after(90));
  });
  it('that was handed over is as old as that is', () => {
    const given = { passwordUpdatedAt: null, passwordIssuedAt: made, createdAt: after(-500) };
    expect(passwordAge(policy, given, made).expiresAt).toEqual(after(90));
  });
  it('never expires by default', () => {
    expect(passwordAge(defaultSignInPolicy, { ...chosen, createdAt: made }, after(9_000))).toEqual({
      expiresAt: undefined,
      state: 'fresh',
    });
  });
});
