import { z } from 'zod';
import { API, route } from '../route.ts';

const token = z.string().min(1).max(500);

/** Address of the public page, and of the request that mail programs send (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

export const readUnsubscription = route({
  method: 'POST',
  path: `${API}/unsubscribe/link`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Schedule and recipient of a link to unsubscribe',
  body: z.strictObject({ token }),
  reply: z.strictObject({ scheduling: z.string(), address: z.string(), isSubscribed: z.boolean() }),
  problems: ['SCHEDULING_NOT_FOUND'],
  whileReadOnly: true,
  noChange: 'query',
});

export const unsubscribeByLink = route({
  method: 'POST',
  path: `${API}/unsubscribe`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'Unsubscribe a recipient by the link of a mail, or subscribe them again',
  body: z.strictObject({ token, subscribed: z.boolean() }),
  reply: z.strictObject({ isSubscribed: z.boolean() }),
  problems: ['SCHEDULING_NOT_FOUND', 'SCHEDULING_UNSUBSCRIBE_FAILED'],
});

export const downloadReportFile = route({
  method: 'GET',
  path: `${API}/report-file/:token`,
  scope: 'none',
  needs: 'anonymous',
  summary: 'The file of a report by the link of a mail, until it expires or is revoked',
  params: z.strictObject({ token }),
  reply: z.string(),
  media: 'application/octet-stream',
  problems: ['NOT_FOUND'],
});
