import { z } from 'zod';
import { API, route } from '../route.ts';
import { Enrolment, RecoveryCodes } from './sign-in-step.ts';

const typed = z.string().min(1).max(2_000);
const own = { scope: 'none', needs: 'signed-in' } as const;

export const readSecondFactor = route({
  ...own,
  method: 'GET',
  path: `${API}/session/secondFactor`,
  summary: 'Whether one’s own account has a second factor',
  reply: z.strictObject({
    on: z.boolean(),
    /** The role asks for it: it cannot be switched off. */
    required: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
});

export const startEnrolment = route({
  ...own,
  method: 'POST',
  path: `${API}/session/secondFactor`,
  summary: 'A secret for a second factor',
  body: z.strictObject({ password: typed }),
  reply: Enrolment,
  problems: ['CURRENT_PASSWORD_WRONG', 'SECOND_FACTOR_ELSEWHERE'],
  noChange: 'act',
});

export const confirmEnrolment = route({
  ...own,
  method: 'PUT',
  path: `${API}/session/secondFactor`,
  summary: 'Switch the second factor on with its first code; answers the recovery codes, once',
  body: z.strictObject({ code: z.string().trim().min(6).max(10) }),
  reply: RecoveryCodes,
  problems: ['SECOND_FACTOR_WRONG'],
});

export const deleteSecondFactor = route({
  ...own,
  method: 'POST',
  path: `${API}/session/secondFactor/removal`,
  summary: 'Switch the second factor off',
  body: z.strictObject({ password: typed }),
  reply: z.strictObject({}),
  problems: ['CURRENT_PASSWORD_WRONG', 'SECOND_FACTOR_REQUIRED_BY_ROLE'],
});

const role = z.strictObject({ role: z.coerce.number().int().positive() });
const RoleSecondFactor = z.strictObject({ required: z.boolean() });

export const readRoleSecondFactor = route({
  method: 'GET',
  path: `${API}/mt/sign-in/roles`,
  scope: 'admin',
  needs: 'ROLE.read',
  summary: 'Roles whose users must have a second factor',
  reply: z.strictObject({ roles: z.array(z.int()) }),
});

export const updateRoleSecondFactor = route({
  method: 'PUT',
  path: `${API}/mt/sign-in/roles/:role`,
  scope: 'admin',
  needs: 'ROLE.write',
  summary: 'Whether the users of a role must have a second factor',
  params: role,
  body: RoleSecondFactor,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'RIGHTS_EXCEED_OWN'],
});
