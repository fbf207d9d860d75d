import { z } from 'zod';
import { Notice } from './notice.ts';
import { StreamNotice } from './stream-notice.ts';

const Job = z.strictObject({
  /** Made of the event and the target: whoever receives it twice can tell. Sent as `Idempotency-Key`. */
  key: z.string().min(1).max(200),
  /** When what it tells came in, milliseconds since 1970: it is not delivered when it is too old. */
  sinceMs: z.number(),
  /** It tells of restricted alarms. */
  restricted: z.literal(true).optional(),
});

/** What a webhook or a trap tells: alarms, or streams that are full. */
const TargetNotice = z.union([Notice, StreamNotice]);
export type TargetNotice = z.infer<typeof TargetNotice>;

export const WebhookJob = Job.extend({ kind: z.literal('webhook'), target: z.int(), notice: TargetNotice });
export type WebhookJob = z.infer<typeof WebhookJob>;

export const TrapJob = Job.extend({ kind: z.literal('trap'), target: z.int(), notice: TargetNotice });
export type TrapJob = z.infer<typeof TrapJob>;

export const MailContent = z.strictObject({
  text: z.string().max(200_000),
  /** The same with its links to click on; no image, nothing from elsewhere. */
  html: z.string().max(400_000).optional(),
});
export type MailContent = z.infer<typeof MailContent>;

/** Put into the queue by whoever has mail to send. */
export const MailJob = Job.extend({
  kind: z.literal('mail'),
  /** The alarm mail that it is of, whose events of which customer it tells; none for other mail. */
  target: z.int().optional(),
  customer: z.int().optional(),
  events: z.int().optional(),
  to: z.array(z.email()).min(1).max(200),
  /** For one that the mail server refused for now while it took the mail for others: it waits for nobody, and nobody for it. */
  apart: z.boolean().optional(),
  subject: z.string().max(400),
  ...MailContent.partial().shape,
  /** The content in their place, sealed (`MAIL_CONTENT`): nobody learns from the queue what only its reader may. */
  sealed: z.string().max(1_000_000).optional(),
});
export type MailJob = z.infer<typeof MailJob>;

/** Purpose of sealed contents. */
export const MAIL_CONTENT = 'mail content';

/** What a queue of `jobs.<kind>` holds, as JSON. */
export const NotificationJob = z.discriminatedUnion('kind', [WebhookJob, TrapJob, MailJob]);
export type NotificationJob = z.infer<typeof NotificationJob>;

export type JobKind = NotificationJob['kind'];

export const jobSubject = (kind: JobKind): string => `jobs.${kind}`;
