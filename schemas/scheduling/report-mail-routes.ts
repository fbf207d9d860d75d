import { z } from 'zod';
import { schedulingLimits } from '../limit/scheduling.ts';
import { OutputFormat, RenderingProgress } from '../rendering/rendering.ts';
import { API, route } from '../route.ts';
import { Line } from '../text/line.ts';
import { Recipients } from './recipients.ts';
import { RecipientResult, RunReason } from './run.ts';

const { subjectMax, messageMax, maxListedRuns } = schedulingLimits;
const Id = z.coerce.number().int().positive().max(2_147_483_647);
const ofReport = z.strictObject({ customerId: Id, resourceId: Id });

/** A rendered report for recipients. Subject and message have the variables of schedules by time. */
export const ReportMailOrder = z.strictObject({
  recipients: Recipients,
  language: z.enum(['en', 'fr']),
  subject: Line.min(1, 'REQUIRED').max(subjectMax, 'TOO_LONG'),
  message: z.string().max(messageMax, 'TOO_LONG').default(''),
});
export type ReportMailOrder = z.infer<typeof ReportMailOrder>;

/** `rendering`: it is sent when the file is there. `queued`: each recipient has an outcome of its own. */
export const ReportMailState = z.enum(['rendering', 'queued', 'failed']);
export type ReportMailState = z.infer<typeof ReportMailState>;

export const ReportMail = z.strictObject({
  id: z.int(),
  /** Of the file. */
  run: z.int(),
  format: OutputFormat,
  progress: RenderingProgress,
  subject: z.string(),
  state: ReportMailState,
  reason: RunReason.nullable(),
  recipients: z.array(RecipientResult),
  /** It is too large for a mail. */
  isLinked: z.boolean(),
  isRevoked: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The link works until then. */
  expiresAt: z.iso.datetime(),
});
export type ReportMail = z.infer<typeof ReportMail>;

const base = { scope: 'customer' } as const;
const path = `${API}/customers/:customerId/report/:resourceId` as const;

export const listReportMails = route({
  ...base,
  needs: 'SCHEDULING.read',
  method: 'GET',
  path: `${path}/mail`,
  summary: 'Mails with a report that the caller has sent, newest first, with their recipients',
  params: ofReport,
  reply: z.strictObject({ mails: z.array(ReportMail).max(maxListedRuns) }),
  problems: ['NOT_FOUND'],
});

export const sendReportMail = route({
  ...base,
  needs: 'SCHEDULING.write',
  method: 'POST',
  path: `${path}/run/:runId/mail`,
  summary:
    'Send a file of a report by mail, as soon as it is rendered, with the rights that the caller has then',
  params: ofReport.extend({ runId: Id }),
  body: ReportMailOrder,
  reply: ReportMail,
  problems: [
    ...(['NOT_FOUND', 'MAIL_SERVER_MISSING', 'REPORT_NOT_RENDERED', 'REPORT_RUN_LIMIT'] as const),
    ...(['WEBHOOK_PLACEHOLDER_UNKNOWN', 'WEBHOOK_PLACEHOLDER_UNCLOSED'] as const),
  ],
});

export const revokeReportMail = route({
  ...base,
  needs: 'SCHEDULING.write',
  method: 'POST',
  path: `${path}/run/:runId/revoke`,
  summary: 'Revoke the links to a file of a report that was sent by mail',
  params: ofReport.extend({ runId: Id }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});
