import { z } from 'zod';
import { API, route } from '../route.ts';
import { Enrolment, RecoveryCodes } from './sign-in-step.ts';

const typed = z.string().min(1).max(2_000);
const own = { scope: 'none', needs: 'signed-in' } as const;

export const readSecondFactor = route({
  ...own,
  method: 'GET',
  path: `${API}/session/secondFactor`,
  summary: 'Second factor of the caller',
  reply: z.strictObject({
    on: z.boolean(),
    /** Required by the role: it cannot be disabled. */
    required: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
});

export const startEnrolment = route({
  ...own,
  method: 'POST',
  path: `${API}/session/secondFactor`,
  summary: 'Start the enrolment of a second factor; returns its secret',
  body: z.strictObject({ password: typed }),
  reply: Enrolment,
  problems: ['CURRENT_PASSWORD_WRONG', 'SECOND_FACTOR_ELSEWHERE'],
  noChange: 'act',
});

export const confirmEnrolment = route({
  ...own,
  method: 'PUT',
  path: `${API}/session/secondFactor`,
  summary: 'Enable the second factor with its first code; returns the recovery codes, once',
  body: z.strictObject({ code: z.string().trim().min(6).max(10) }),
  reply: RecoveryCodes,
  problems: ['SECOND_FACTOR_WRONG'],
});

export const deleteSecondFactor = route({
  ...own,
  method: 'POST',
  path: `${API}/session/secondFactor/removal`,
  summary: 'Disable the second factor of the caller',
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
  summary: 'Roles that require a second factor',
  reply: z.strictObject({ roles: z.array(z.int()) }),
});

export const updateRoleSecondFactor = route({
  method: 'PUT',
  path: `${API}/mt/sign-in/roles/:role`,
  scope: 'admin',
  needs: 'ROLE.write',
  summary: 'Require a second factor for a role, or make it optional',
  params: role,
  body: RoleSecondFactor,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'REACHES_OTHER_CUSTOMERS', 'RIGHTS_EXCEED_OWN'],
});
