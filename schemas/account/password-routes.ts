import { z } from 'zod';
import { API, route } from '../route.ts';
import { UserLanguage } from './preferences.ts';
import { PasswordPolicy } from './password-policy.ts';

/** As typed; longer than any policy allows, so that the answer can name the rule. */
const typed = z.string().min(1).max(2_000);
/** A new password, typed twice. Its faults come as `errors` of the problem VALIDATION, each with its own code. */
const typedTwice = { password: typed, confirmation: typed };

/** The same answer whether an account has this name or address or not. */
export const requestPasswordReset = route({
  method: 'POST',
  path: `${API}/requestPasswordReset`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Ask for a link to choose another password, by mail',
  body: z.strictObject({ login: z.string().trim().min(1).max(320), language: UserLanguage }),
  reply: z.strictObject({}),
});

export const checkResetLink = route({
  method: 'POST',
  path: `${API}/resetPassword/link`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Whose password a link changes, and the rules for it',
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
  summary: 'Choose another password with a link',
  body: z.strictObject({ token: typed, ...typedTwice }),
  reply: z.strictObject({}),
  problems: ['RESET_LINK_EXPIRED', 'VALIDATION', 'LOGIN_UNAVAILABLE'],
});

export const readPasswordRules = route({
  method: 'GET',
  path: `${API}/session/password`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Rules for one’s own password',
  reply: z.strictObject({
    policy: PasswordPolicy,
    /** False: the identity comes from elsewhere, there is no password here. */
    hasPassword: z.boolean(),
  }),
});

export const changePassword = route({
  method: 'PUT',
  path: `${API}/session/password`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Change one’s own password; every other session ends',
  body: z.strictObject({ current: typed, ...typedTwice }),
  reply: z.strictObject({}),
  problems: ['CURRENT_PASSWORD_WRONG', 'PASSWORD_ELSEWHERE', 'VALIDATION', 'LOGIN_UNAVAILABLE'],
});
