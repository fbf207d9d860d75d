import { z } from 'zod';
import { API, route } from '../route.ts';

/** A session as shown to its user. Times are milliseconds since 1970. */
const OwnSession = z.strictObject({
  id: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  startedAt: z.number(),
  /** Its latest request. */
  seenAt: z.number(),
  address: z.string(),
  /** User-Agent header of the browser. */
  agent: z.string(),
});

export const listOwnSessions = route({
  method: 'GET',
  path: `${API}/session/list`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Sessions of the caller',
  reply: z.strictObject({ sessions: z.array(OwnSession) }),
});

export const revokeOwnSession = route({
  method: 'DELETE',
  path: `${API}/session/list/:session`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Revoke another session of the caller',
  params: z.strictObject({ session: z.string().regex(/^[0-9a-f]{16}$/) }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
  whileReadOnly: true,
  noChange: 'act',
});

export const revokeOtherSessions = route({
  method: 'DELETE',
  path: `${API}/session/list`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Revoke every other session of the caller',
  reply: z.strictObject({ ended: z.int() }),
  whileReadOnly: true,
  noChange: 'act',
});

/** When the caller was last on duty before the present shift, as far as the last 30 days show. */
export const readLastShift = route({
  method: 'GET',
  path: `${API}/session/last-shift`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'End of the last shift of the caller',
  /** Milliseconds since 1970. Null: there is no earlier shift. */
  reply: z.strictObject({ endedAt: z.number().nullable() }),
});
