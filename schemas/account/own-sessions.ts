import { z } from 'zod';
import { API, route } from '../route.ts';

/** A session as its user sees it. Times in milliseconds since 1970. */
const OwnSession = z.strictObject({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  startedAt: z.number(),
  seenAt: z.number(),
  address: z.string(),
  /** The browser, as it names itself. */
  agent: z.string(),
});

export const listOwnSessions = route({
  method: 'GET',
  path: `${API}/session/list`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'Where one is signed in',
  reply: z.strictObject({ sessions: z.array(OwnSession) }),
});

export const revokeOwnSession = route({
  method: 'DELETE',
  path: `${API}/session/list/:session`,
  scope: 'none',
  needs: 'signed-in',
  summary: 'End one of one’s other sessions',
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
  summary: 'End all of one’s other sessions',
  reply: z.strictObject({ ended: z.int() }),
  whileReadOnly: true,
  noChange: 'act',
});
