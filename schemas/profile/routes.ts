import { z } from 'zod';
import { API, route } from '../route.ts';
import { Line } from '../text/line.ts';

export const ProfileDraft = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
});

export const Profile = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Customers of a deleted profile move to this one. */
  isDefault: z.boolean(),
  /** Also in force for users or customers that the caller does not see: only callers of every customer change it. */
  reachesOthers: z.boolean(),
  /** Number of the caller's customers with this profile. */
  customers: z.int(),
});
export type Profile = z.infer<typeof Profile>;

const params = z.strictObject({ id: z.coerce.number().int().positive() });
const base = { scope: 'cross-customer' } as const;

export const listProfiles = route({
  ...base,
  method: 'GET',
  path: `${API}/cc/profile`,
  needs: 'CUSTOMER.read',
  summary: 'Customer profiles',
  reply: z.strictObject({ profiles: z.array(Profile) }),
});

export const createProfile = route({
  ...base,
  method: 'POST',
  path: `${API}/cc/profile`,
  needs: 'CUSTOMER.write',
  summary: 'Create a customer profile',
  body: ProfileDraft,
  reply: Profile,
  problems: ['NAME_TAKEN'],
});

export const updateProfile = route({
  ...base,
  method: 'PUT',
  path: `${API}/cc/profile/:id`,
  needs: 'CUSTOMER.write',
  summary: 'Update a customer profile',
  params,
  body: ProfileDraft,
  reply: Profile,
  problems: ['NAME_TAKEN', 'NOT_FOUND', 'REACHES_OTHER_CUSTOMERS'],
});

export const deleteProfile = route({
  ...base,
  method: 'DELETE',
  path: `${API}/cc/profile/:id`,
  needs: 'CUSTOMER.write',
  summary: 'Delete a customer profile; its customers move to the default profile',
  params,
  reply: z.strictObject({ moved: z.int() }),
  problems: ['NOT_FOUND', 'PROFILE_DEFAULT_FROZEN', 'REACHES_OTHER_CUSTOMERS'],
});

export const setDefaultProfile = route({
  ...base,
  method: 'POST',
  path: `${API}/cc/profile/:id/default`,
  needs: 'CUSTOMER.write',
  everyCustomer: true,
  summary: 'Set the default customer profile',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});
