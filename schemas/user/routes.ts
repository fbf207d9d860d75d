import { z } from 'zod';
import { API, route } from '../route.ts';
import { ApiToken } from '../token/routes.ts';
import {
  MAX_OBJECTS_FOUND,
  AccessExplanation,
  AccessQuery,
  ExplainableObject,
} from './access-explanation.ts';
import { ExplainedRights } from './explained-rights.ts';
import { AddedUser, User, UserDraft } from './user.ts';

const Id = z.coerce.number().int().positive();
const params = z.strictObject({ id: Id });
const base = { scope: 'admin' } as const;

/** Shown once; the user must change it. */
const Password = z.string();

export const listUsers = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user`,
  needs: 'USER.read',
  summary: 'Users whose customers are all visible to the caller',
  reply: z.strictObject({ users: z.array(User) }),
});

export const readUser = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user/:id`,
  needs: 'USER.read',
  summary: 'A user',
  params,
  reply: User,
  problems: ['NOT_FOUND'],
});

/** Problems of saving what a user is granted. */
const grantProblems = [
  'RIGHTS_EXCEED_OWN',
  'ROLE_ADMIN_RESERVED',
  'CLIENT_REQUIRED',
  'RESOURCE_MISSING',
  'USERNAME_LOOKS_TAKEN',
  'USERNAME_TAKEN',
] as const;

export const createUser = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/user`,
  needs: 'USER.write',
  inPerson: true,
  summary:
    'Create a user; returns the initial password once, unless the user signs in through an identity provider',
  body: AddedUser,
  reply: z.strictObject({
    user: User,
    /** Null: the user signs in through an identity provider. */
    password: Password.nullable(),
  }),
  problems: [...grantProblems],
});

export const updateUser = route({
  ...base,
  method: 'PUT',
  path: `${API}/mt/user/:id`,
  needs: 'USER.write',
  inPerson: true,
  summary: 'Update a user; open screens of the user follow within two seconds',
  params,
  body: z.strictObject({ ...UserDraft.shape, version: z.int() }),
  reply: User,
  problems: [...grantProblems, 'CONFLICT', 'LAST_ADMINISTRATOR', 'NOT_FOUND'],
});

export const deleteUser = route({
  ...base,
  method: 'DELETE',
  path: `${API}/mt/user/:id`,
  needs: 'USER.write',
  summary: 'Delete a user with all sessions and tokens',
  params,
  reply: z.strictObject({}),
  problems: ['LAST_ADMINISTRATOR', 'NOT_FOUND', 'OWN_ACCOUNT', 'RIGHTS_EXCEED_OWN'],
});

export const lockUser = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/user/:id/lock`,
  needs: 'USER.write',
  summary: 'Lock a user; the user’s sessions end',
  params,
  reply: User,
  problems: ['LAST_ADMINISTRATOR', 'NOT_FOUND', 'OWN_ACCOUNT', 'RIGHTS_EXCEED_OWN'],
});

/**
 * An account locked by its still expired password stays locked: the reply is `unconfirmed` with a warning until the call is
 * repeated with `confirmed`.
 */
export const unlockUser = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/user/:id/unlock`,
  needs: 'USER.write',
  inPerson: true,
  summary: 'Unlock a user',
  params,
  body: z.strictObject({ confirmed: z.boolean() }),
  reply: z.discriminatedUnion('is', [
    z.strictObject({ is: z.literal('unlocked'), user: User }),
    z.strictObject({ is: z.literal('unconfirmed'), warning: z.literal('UNLOCKED_WITHOUT_PASSWORD') }),
  ]),
  problems: ['NOT_FOUND', 'RIGHTS_EXCEED_OWN'],
});

export const issueUserPassword = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/user/:id/password`,
  needs: 'USER.write',
  inPerson: true,
  summary:
    'Issue a password for a user; it is shown once, the user’s sessions end, and a mail informs the user. API tokens stay',
  params,
  reply: z.strictObject({ password: Password }),
  problems: ['NOT_FOUND', 'OWN_ACCOUNT', 'PASSWORD_ELSEWHERE', 'RIGHTS_EXCEED_OWN'],
});

/** Returns a password, shown once, if the user switched to one. */
export const changeUserSignInMethod = route({
  ...base,
  method: 'PUT',
  path: `${API}/mt/user/:id/sign-in-method`,
  needs: 'USER.write',
  inPerson: true,
  summary:
    'Change the sign-in method of a user: password or identity provider; the user’s sessions end, and a mail informs the user',
  params,
  /** `elsewhere`: through an identity provider; otherwise with a password. */
  body: z.strictObject({ elsewhere: z.boolean() }),
  reply: z.strictObject({ user: User, password: Password.nullable() }),
  problems: ['NOT_FOUND', 'OWN_ACCOUNT', 'RIGHTS_EXCEED_OWN'],
});

/** For users who lost phone and recovery codes. If the role requires a second factor, the user enrols again at sign-in. */
export const deleteUserSecondFactor = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/user/:id/secondFactor/removal`,
  needs: 'USER.write',
  inPerson: true,
  summary: 'Delete the second factor of a user; the user’s sessions end, and a mail informs the user',
  params,
  reply: User,
  problems: ['NOT_FOUND', 'OWN_ACCOUNT', 'RIGHTS_EXCEED_OWN'],
});

export const revokeUserSessions = route({
  ...base,
  method: 'DELETE',
  path: `${API}/mt/user/:id/session`,
  needs: 'USER.write',
  summary: 'Revoke every session of a user',
  params,
  reply: z.strictObject({ ended: z.int() }),
  problems: ['NOT_FOUND', 'OWN_ACCOUNT', 'RIGHTS_EXCEED_OWN'],
});

/** A token as administrators see it: enough to identify a leaked one. */
export const UserToken = ApiToken.pick({
  id: true,
  name: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedAddress: true,
});
export type UserToken = z.infer<typeof UserToken>;

export const listUserTokens = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user/:id/token`,
  needs: 'USER.read',
  summary: 'API tokens of a user, by name',
  params,
  reply: z.strictObject({ tokens: z.array(UserToken) }),
  problems: ['NOT_FOUND'],
});

export const revokeUserToken = route({
  ...base,
  method: 'DELETE',
  path: `${API}/mt/user-token/:id`,
  needs: 'USER.write',
  summary: 'Revoke an API token of a user',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'RIGHTS_EXCEED_OWN'],
});

export const explainUserRights = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user/:id/rights`,
  needs: 'USER.read',
  summary: 'Explain the permissions and customers of a user',
  params,
  reply: ExplainedRights,
  problems: ['NOT_FOUND'],
});

export const explainUserAccess = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user/:id/access`,
  needs: 'USER.read',
  summary: 'Explain whether a user can see a customer, an element or a resource, or has a permission',
  params,
  query: AccessQuery,
  reply: AccessExplanation,
  problems: ['NOT_FOUND'],
});

export const findExplainableObjects = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user-objects`,
  needs: 'USER.read',
  summary: 'Search elements and resources to explain, by name',
  query: z.strictObject({
    is: z.enum(['element', 'resource']),
    search: z.string().trim().max(100).default(''),
  }),
  reply: z.strictObject({ objects: z.array(ExplainableObject).max(MAX_OBJECTS_FOUND) }),
});

/** Roles come from the role library, customers from the session of the caller. */
export const readUserChoices = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user-choices`,
  needs: 'USER.read',
  summary: 'Choices of the user form',
  reply: z.strictObject({
    /** `exceedsOwn`: it grants more than the caller has. */
    roles: z.array(
      z.strictObject({ id: z.int(), label: z.string(), isDefault: z.boolean(), exceedsOwn: z.boolean() }),
    ),
    profiles: z.array(z.strictObject({ id: z.int(), name: z.string(), exceedsOwn: z.boolean() })),
    customers: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        clientId: z.string(),
        defaultRole: z.int().nullable(),
      }),
    ),
    /** Whether the caller can grant every customer. */
    allCustomers: z.boolean(),
  }),
});

export const listUserSites = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user-choices/:id/sites`,
  needs: 'USER.read',
  summary: 'Sites and regions of a customer available for restrictions',
  cacheMs: 60_000,
  params,
  reply: z.strictObject({
    sites: z.array(z.strictObject({ id: z.int(), name: z.string(), region: z.string() })),
    /** Regions that the caller can grant, which include future sites. */
    regions: z.array(z.string()),
  }),
  problems: ['NOT_FOUND'],
});
