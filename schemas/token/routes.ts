import { z } from 'zod';
import { intInRange } from '../limit/int-in-range.ts';
import { tokenLimits } from '../limit/account.ts';
import { Permissions } from '../role/role.ts';
import { API, route } from '../route.ts';
import { Line } from '../text/line.ts';

const Id = z.int().positive();

export const ApiToken = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Effective are only those that the owner still has. */
  permissions: Permissions,
  /** `all`: every customer of the owner, including future ones. */
  customers: z.union([z.literal('all'), z.array(Id)]),
  /** Shows a wall, and serves nothing else. */
  display: z.boolean(),
  /** Dashboards that the wall shows in place of alarms; empty for any other token. */
  documents: z.array(Id),
  createdAt: z.number(),
  expiresAt: z.number(),
  lastUsedAt: z.number().nullable(),
  lastUsedAddress: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

const base = { scope: 'none', needs: 'API.read', inPerson: true } as const;

export const listTokens = route({
  ...base,
  method: 'GET',
  path: `${API}/token`,
  summary: 'API tokens of the caller, without their secrets, which are not stored',
  reply: z.strictObject({ tokens: z.array(ApiToken) }),
});

export const createToken = route({
  ...base,
  method: 'POST',
  path: `${API}/token`,
  summary: 'Create an API token with permissions and customers of the caller; it is shown once',
  body: z.strictObject({
    name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
    permissions: Permissions.min(1, 'REQUIRED'),
    customers: z.union([z.literal('all'), z.array(Id).min(1, 'CLIENT_REQUIRED').max(10_000)]),
    days: intInRange(1, tokenLimits.maxDays),
  }),
  reply: z.strictObject({ token: z.string(), made: ApiToken }),
  problems: ['NAME_TAKEN', 'NOT_FOUND', 'RIGHTS_EXCEED_OWN'],
});

export const createDisplayToken = route({
  ...base,
  method: 'POST',
  path: `${API}/token/display`,
  summary: 'Create a token that shows the alarms of one customer, or of all, on a wall; it is shown once',
  body: z.strictObject({
    name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
    /** Null: every customer of the caller, including future ones. */
    customer: Id.nullable(),
    days: intInRange(1, tokenLimits.maxDays),
  }),
  reply: z.strictObject({ token: z.string(), made: ApiToken }),
  problems: ['NAME_TAKEN', 'NOT_FOUND', 'RIGHTS_EXCEED_OWN'],
});

/** Dashboards of one token. */
const MAX_DOCUMENTS = 20;

export const createDashboardDisplay = route({
  ...base,
  method: 'POST',
  path: `${API}/token/display/dashboard`,
  summary:
    'Create a token that shows some dashboards of a customer on a wall, and nothing else; it is shown once',
  body: z.strictObject({
    name: createDisplayToken.body.shape.name,
    customer: Id,
    /** Dashboards that the caller reads in this customer. */
    documents: z.array(Id).min(1, 'REQUIRED').max(MAX_DOCUMENTS, 'TOO_MANY'),
    days: createDisplayToken.body.shape.days,
  }),
  reply: createDisplayToken.reply,
  problems: ['NAME_TAKEN', 'NOT_FOUND', 'RIGHTS_EXCEED_OWN', 'DASHBOARD_UNAVAILABLE'],
});

/** What a wall needs to know before it shows anything. */
export const WallScope = z.strictObject({
  /** Null: shown by a signed-in user. */
  display: z.strictObject({ name: z.string(), expiresAt: z.number() }).nullable(),
  /** Customers that it may show. */
  customers: z.array(
    z.strictObject({
      id: z.int(),
      clientId: z.string(),
      name: z.string(),
      /** Zone of its days; absent: that of the reader. */
      timeZone: z.string().optional(),
    }),
  ),
  /** Shows every customer together. */
  cross: z.boolean(),
});
export type WallScope = z.infer<typeof WallScope>;

export const readWall = route({
  method: 'GET',
  path: `${API}/wall`,
  scope: 'none',
  needs: 'HOME.read',
  display: true,
  summary: 'What a wall may show: the scope of its display token, or of the user',
  reply: WallScope,
});

export const revokeToken = route({
  ...base,
  method: 'DELETE',
  path: `${API}/token/:id`,
  summary: 'Revoke a token of the caller',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});
