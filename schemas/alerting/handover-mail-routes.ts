import { z } from 'zod';
import { API, route } from '../route.ts';
import { AssignmentTarget } from './assignment-routes.ts';
import { Line } from '../text/line.ts';

export const MAX_HANDOVER_TEXT = 50_000;
const MAX_SUBJECT = 200;

const Subject = Line.min(1, 'REQUIRED').max(MAX_SUBJECT);

const HandoverMail = z.strictObject({
  to: AssignmentTarget,
  subject: Subject,
  text: z.string().min(1, 'REQUIRED').max(MAX_HANDOVER_TEXT),
});
export type HandoverMail = z.infer<typeof HandoverMail>;

export const sendHandover = route({
  method: 'POST',
  path: `${API}/customers/:customerId/alert/handover`,
  scope: 'customer',
  needs: 'ALERT.write',
  summary: 'Mail a hand-over summary to a user, or to the users of a role, who see alarms of the customer',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  body: HandoverMail,
  /** Users to whom it is sent, and those without an address. */
  reply: z.strictObject({ to: z.string(), sent: z.number(), withoutMail: z.array(z.string()) }),
  problems: ['ASSIGNEE_UNKNOWN', 'MAIL_SERVER_MISSING', 'SCHEDULING_NO_EMAILS', 'UNAVAILABLE'],
});
