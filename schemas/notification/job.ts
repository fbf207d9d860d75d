import { z } from 'zod';
import { Notice } from './notice.ts';
import { PlatformNotice } from './platform-notice.ts';

/** Events of a group that its delivery lists. */
export const MAX_REPORTED_EVENTS = 5_000;

/** The alarm events that a job reports, for the delivery log. */
const Reported = z.strictObject({
  /** Their ids, hexadecimal; of a larger group the first ones. */
  events: z.array(z.string()).max(MAX_REPORTED_EVENTS),
  /** The instance of a single notification. */
  alarm: z.int().optional(),
  element: z.int().optional(),
});
export type Reported = z.infer<typeof Reported>;

const Job = z.strictObject({
  /** Derived from event and target, so that receivers detect duplicates. Sent as `Idempotency-Key`. */
  key: z.string().min(1).max(200),
  /** Arrival of its event, milliseconds since 1970: expired jobs are dropped. */
  sinceMs: z.number(),
  /**
   * Jobs with the same target and order are delivered one after the other, as they were enqueued: `12-345`, alarm and element. Without it
   * a job waits for no other.
   */
  order: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/)
    .max(120)
    .optional(),
  reported: Reported.optional(),
  /** Contains restricted alarms. */
  restricted: z.literal(true).optional(),
});

/** Content of a webhook or trap: alarms, or the platform itself. */
const TargetNotice = z.union([Notice, PlatformNotice]);
export type TargetNotice = z.infer<typeof TargetNotice>;

export const WebhookJob = Job.extend({ kind: z.literal('webhook'), target: z.int(), notice: TargetNotice });
export type WebhookJob = z.infer<typeof WebhookJob>;

export const TrapJob = Job.extend({ kind: z.literal('trap'), target: z.int(), notice: TargetNotice });
export type TrapJob = z.infer<typeof TrapJob>;

/** Longest attached file, as base64: a message of the queue has at most 1 MiB. */
export const MAX_ATTACHMENT = 600_000;

/** Longest picture within a mail, as base64: two of them, text and HTML fit into a message of the queue. */
const MAX_INLINE = 68_000;

/** A file of a rendered report. */
const ReportMailFile = z.strictObject({
  /** Of the queue of reports. */
  run: z.int(),
  kind: z.enum(['file', 'preview']),
  name: z.string().min(1).max(200),
  type: z.string().max(100),
  /** Shown within the mail under this name; absent: attached. */
  cid: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .optional(),
});
export type ReportMailFile = z.infer<typeof ReportMailFile>;

export const MailContent = z.strictObject({
  text: z.string().max(200_000),
  /** The same with links, without external content. */
  html: z.string().max(400_000).optional(),
  attachment: z
    .strictObject({
      name: z.string().regex(/^[\w.-]{1,100}$/),
      type: z.enum(['text/csv', 'application/gzip']),
      content: z.base64().max(MAX_ATTACHMENT),
    })
    .optional(),
  /** Rendered reports, read when the mail is sent: a message of the queue could not hold them. */
  files: z.array(ReportMailFile).max(20).optional(),
  /** Pictures within the mail, such as logos. */
  inline: z
    .array(
      z.strictObject({
        cid: z.string().regex(/^[\w.-]{1,100}$/),
        name: z.string().regex(/^[\w.-]{1,100}$/),
        type: z.enum(['image/png', 'image/jpeg']),
        content: z.base64().max(MAX_INLINE),
      }),
    )
    .max(2)
    .optional(),
  /** Address at which a mail program unsubscribes the recipient (RFC 2369, RFC 8058). */
  unsubscribe: z.url().max(1_000).optional(),
});
export type MailContent = z.infer<typeof MailContent>;

/** A mail to send, queued by any process. */
export const MailJob = Job.extend({
  kind: z.literal('mail'),
  /** Mail notification, customer and number of events; absent for other mail. */
  target: z.int().optional(),
  customer: z.int().optional(),
  events: z.int().optional(),
  to: z.array(z.email()).min(1).max(200),
  /** Retry of a recipient that the mail server deferred while it accepted others: delivered independently of other mail. */
  apart: z.boolean().optional(),
  subject: z.string().max(400),
  ...MailContent.partial().shape,
  /** Replaces the content, sealed (`MAIL_CONTENT`), so that the queue does not expose it. */
  sealed: z.string().max(1_000_000).optional(),
});
export type MailJob = z.infer<typeof MailJob>;

/** Seal purpose of mail content. */
export const MAIL_CONTENT = 'mail content';

/** Messages of `jobs.<kind>.…` as JSON. */
export const NotificationJob = z.discriminatedUnion('kind', [WebhookJob, TrapJob, MailJob]);
export type NotificationJob = z.infer<typeof NotificationJob>;

export type JobKind = NotificationJob['kind'];

/** Subject of the jobs that wait for no other. */
export const jobSubject = (kind: JobKind): string => `jobs.${kind}.any`;

/** Subject of a job: jobs that are delivered one after the other share it. */
export const subjectOfJob = ({
  kind,
  target,
  order,
}: Pick<NotificationJob, 'kind' | 'target' | 'order'>): string =>
  order === undefined || target === undefined ? jobSubject(kind) : `jobs.${kind}.${String(target)}.${order}`;

/** Returns the target of jobs with this subject; undefined for jobs that wait for no other. */
export function targetOfSubject(subject: string): number | undefined {
  const [, , target] = subject.split('.');
  return target === undefined || !/^\d+$/.test(target) ? undefined : Number(target);
}

/** Matches the subjects of all jobs of a kind. */
export const jobSubjects = (kind: JobKind): string => `jobs.${kind}.>`;
