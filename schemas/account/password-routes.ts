import { z } from 'zod';
import { API, route } from '../route.ts';
import { UserLanguage } from './preferences.ts';
import { PasswordPolicy } from './password-policy.ts';

/** Longer than any policy allows, so that the reply can name the broken rule. */
const typed = z.string().min(1).max(2_000);
/** A new password, typed twice. Faults are the `errors` of the problem VALIDATION, each with its own code. */
const typedTwice = { password: typed, confirmation: typed };

/** The reply does not reveal whether the account exists. */
export const requestPasswordReset = route({
  method: 'POST',
  path: `${API}/requestPasswordReset`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Request a password reset link by mail',
  body: z.strictObject({ login: z.string().trim().min(1).max(320), language: UserLanguage }),
  reply: z.strictObject({}),
});

export const checkResetLink = route({
  method: 'POST',
  path: `${API}/resetPassword/link`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Account and password policy of a reset link',
  body: z.strictObject({ token: typed }),
  reply: z.strictObject({ username: z.string(), policy: PasswordPolicy, endsAt: z.number() }),
  problems: ['RESET_LINK_EXPIRED'],
  whileReadOnly: true,
});

export const resetPassword = route({
  method: 'POST',
  path: `${API}/resetPassword`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Reset a password with a link',
  body: z.strictObject({ token: typed, ...typedTwice }),
  reply: z.strictObject({}),
  problems: ['RESET_LINK_EXPIRED', 'VALIDATION', 'LOGIN_UNAVAILABLE'],
});

export const readPasswordRules = route({
  method: 'GET',
  path: `${API}/session/password`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Password policy of the caller',
  reply: z.strictObject({
    policy: PasswordPolicy,
    /** False: the user signs in through an identity provider and has no password here. */
    hasPassword: z.boolean(),
  }),
});

export const changePassword = route({
  method: 'PUT',
  path: `${API}/session/password`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Change the password of the caller; every other session ends',
  body: z.strictObject({ current: typed, ...typedTwice }),
  reply: z.strictObject({}),
  problems: ['CURRENT_PASSWORD_WRONG', 'PASSWORD_ELSEWHERE', 'VALIDATION', 'LOGIN_UNAVAILABLE'],
});
