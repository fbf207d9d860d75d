import { z } from 'zod';
import { API, route } from '../route.ts';
import { ApiToken } from '../token/routes.ts';
import { MAX_OBJECTS_FOUND, AccessExplanation, AccessQuestion, ExplainableObject } from './access-explanation.ts';
import { ExplainedRights } from './explained-rights.ts';
import { AddedUser, User, UserDraft } from './user.ts';

const Id = z.coerce.number().int().positive();
const params = z.strictObject({ id: Id });
const base = { scope: 'admin' } as const;

/** Shown once; the user changes it. */
const Password = z.string();

export const listUsers = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user`,
  needs: 'USER.read',
  summary: 'Users whose clients are all clients of the caller',
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

const given = ['RIGHTS_EXCEED_OWN', 'CLIENT_REQUIRED', 'RESOURCE_MISSING', 'USERNAME_TAKEN'] as const;

export const createUser = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/user`,
  needs: 'USER.write',
  inPerson: true,
  summary: 'Add a user; the answer holds the first password, which is shown once, of who has one here',
  body: AddedUser,
  reply: z.strictObject({
    user: User,
    /** Null: an identity provider answers for the user. */
    password: Password.nullable(),
  }),
  problems: [...given],
});

export const updateUser = route({
  ...base,
  method: 'PUT',
  path: `${API}/mt/user/:id`,
  needs: 'USER.write',
  inPerson: true,
  summary: 'Change a user; open screens of the user follow within two seconds',
  params,
  body: z.strictObject({ ...UserDraft.shape, version: z.int() }),
  reply: User,
  problems: [...given, 'CONFLICT', 'LAST_ADMINISTRATOR', 'NOT_FOUND'],
});

export const deleteUser = route({
  ...base,
  method: 'DELETE',
  path: `${API}/mt/user/:id`,
  needs: 'USER.write',
  summary: 'Delete a user with sessions and tokens',
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
 * An account that its expired password locked, and whose password was not changed since, answers `unconfirmed` with the warning
 * to show, and stays locked until the call is repeated with `confirmed`.
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
    'Make a password for a user; it is shown once, the user’s sessions end, and the user is told by mail. API tokens stay',
  params,
  reply: z.strictObject({ password: Password }),
  problems: ['NOT_FOUND', 'OWN_ACCOUNT', 'PASSWORD_ELSEWHERE', 'RIGHTS_EXCEED_OWN'],
});

/** The answer holds a password, which is shown once, when the user has one from now on; none when he had that way already. */
export const changeUserSignInMethod = route({
  ...base,
  method: 'PUT',
  path: `${API}/mt/user/:id/sign-in-method`,
  needs: 'USER.write',
  inPerson: true,
  summary:
    'Let a user sign in with a password of this console, or through an identity provider; his sessions end, and he is told by mail',
  params,
  body: z.strictObject({ elsewhere: z.boolean() }),
  reply: z.strictObject({ user: User, password: Password.nullable() }),
  problems: ['NOT_FOUND', 'OWN_ACCOUNT', 'RIGHTS_EXCEED_OWN'],
});

/** For who lost telephone and recovery codes. Where the role asks for a second factor, the user sets up another at sign-in. */
export const deleteUserSecondFactor = route({
  ...base,
  method: 'POST',
  path: `${API}/mt/user/:id/secondFactor/removal`,
  needs: 'USER.write',
  inPerson: true,
  summary: 'Remove the second factor of a user; the user’s sessions end, and the user is told by mail',
  params,
  reply: User,
  problems: ['NOT_FOUND', 'OWN_ACCOUNT', 'RIGHTS_EXCEED_OWN'],
});

export const revokeUserSessions = route({
  ...base,
  method: 'DELETE',
  path: `${API}/mt/user/:id/session`,
  needs: 'USER.write',
  summary: 'End every session of a user',
  params,
  reply: z.strictObject({ ended: z.int() }),
  problems: ['NOT_FOUND', 'OWN_ACCOUNT', 'RIGHTS_EXCEED_OWN'],
});

/** What an administrator knows of a token: enough to tell which one leaked. */
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
  summary: 'Tokens of a user for programs, by name',
  params,
  reply: z.strictObject({ tokens: z.array(UserToken) }),
  problems: ['NOT_FOUND'],
});

export const revokeUserToken = route({
  ...base,
  method: 'DELETE',
  path: `${API}/mt/user-token/:id`,
  needs: 'USER.write',
  summary: 'Revoke a token of a user',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'RIGHTS_EXCEED_OWN'],
});

export const explainUserRights = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user/:id/rights`,
  needs: 'USER.read',
  summary: 'What a user may do and see, each right and client with where it comes from',
  params,
  reply: ExplainedRights,
  problems: ['NOT_FOUND'],
});

export const explainUserAccess = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user/:id/access`,
  needs: 'USER.read',
  summary: 'Whether a user may see a client, an element or a resource, or holds a right, and through what',
  params,
  query: AccessQuestion,
  reply: AccessExplanation,
  problems: ['NOT_FOUND'],
});

export const findExplainableObjects = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user-objects`,
  needs: 'USER.read',
  summary: 'Sites and resources to ask about, by words of their names',
  query: z.strictObject({
    is: z.enum(['element', 'resource']),
    search: z.string().trim().max(100).default(''),
  }),
  reply: z.strictObject({ objects: z.array(ExplainableObject).max(MAX_OBJECTS_FOUND) }),
});

/** Roles come from the role library, customers from the session. */
export const readUserChoices = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user-choices`,
  needs: 'USER.read',
  summary: 'What a user form offers',
  reply: z.strictObject({
    roles: z.array(
      z.strictObject({ id: z.int(), label: z.string(), isDefault: z.boolean(), beyondOwn: z.boolean() }),
    ),
    profiles: z.array(z.strictObject({ id: z.int(), name: z.string(), beyondOwn: z.boolean() })),
    customers: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        clientId: z.string(),
        defaultRole: z.int().nullable(),
      }),
    ),
    /** Whether the caller may give every customer. */
    allCustomers: z.boolean(),
  }),
});

export const listUserSites = route({
  ...base,
  method: 'GET',
  path: `${API}/mt/user-choices/:id/sites`,
  needs: 'USER.read',
  summary: 'Sites and regions of a customer to which a user can be restricted',
  params,
  reply: z.strictObject({
    sites: z.array(z.strictObject({ id: z.int(), name: z.string(), region: z.string() })),
    /** Regions that the caller may give: of these, sites to come are given as well. */
    regions: z.array(z.string()),
  }),
  problems: ['NOT_FOUND'],
});
