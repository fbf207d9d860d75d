import { z } from 'zod';
import { API, route } from '../route.ts';
import { Role, RoleDraft } from './role.ts';

const params = z.strictObject({ id: z.coerce.number().int().positive() });
const base = { scope: 'admin' } as const;

export const listRoles = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/role`,
  needs: 'ROLE.read',
  summary: 'Roles with permissions and number of users',
  reply: z.strictObject({ roles: z.array(Role) }),
});

const saving = ['NAME_TAKEN', 'RIGHTS_EXCEED_OWN', 'ROLE_SAVE_FAILED'] as const;

export const createRole = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/role`,
  needs: 'ROLE.write',
  summary: 'Create a role; implied permissions are added',
  body: RoleDraft,
  reply: Role,
  problems: [...saving],
});

export const updateRole = route({
  ...base,
  method: 'PUT',
  path: `${API}/mt/role/:id`,
  needs: 'ROLE.write',
  summary: 'Update a role; screens of its users follow within two seconds',
  params,
  body: z.strictObject({ ...RoleDraft.shape, version: z.int() }),
  reply: Role,
  problems: [...saving, 'CONFLICT', 'NOT_FOUND', 'REACHES_OTHER_CUSTOMERS', 'ROLE_ADMIN_FROZEN'],
});

export const deleteRole = route({
  ...base,
  method: 'DELETE',
  path: `${API}/mt/role/:id`,
  needs: 'ROLE.write',
  summary: 'Delete a role; its users move to the default role',
  params,
  reply: z.strictObject({ moved: z.int() }),
  problems: [
    'NOT_FOUND',
    'REACHES_OTHER_CUSTOMERS',
    'RIGHTS_EXCEED_OWN',
    'ROLE_ADMIN_FROZEN',
    'ROLE_DEFAULT_FROZEN',
  ],
});

export const setDefaultRole = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/role/:id/default`,
  needs: 'ROLE.write',
  everyCustomer: true,
  summary: 'Set the default role',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'RIGHTS_EXCEED_OWN', 'ROLE_ADMIN_FROZEN'],
});
