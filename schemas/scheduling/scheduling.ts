import { z } from 'zod';
import { schedulingLimits } from '../limit/scheduling.ts';
import { DashletChoice, OutputFormat, VariableChoice } from '../rendering/rendering.ts';
import { ReportPeriod } from '../report/period.ts';
import { Line } from '../text/line.ts';
import { TimeZone, ZoneName } from '../time/time-zone.ts';
import { Recipients, RequiredRecipients } from './recipients.ts';
import { RunSummary } from './run.ts';
import { SchedulingTrigger } from './trigger.ts';

const { nameMax, subjectMax, messageMax, maxAttachments } = schedulingLimits;

/** A report that a schedule sends, and what it is rendered with. */
export const ReportAttachment = z.strictObject({
  /** The resource of the report. */
  report: z.int().positive(),
  format: OutputFormat,
  period: ReportPeriod,
  variables: VariableChoice.default({}),
  /** Of a CSV. */
  dashlets: DashletChoice.default([]),
});
export type ReportAttachment = z.infer<typeof ReportAttachment>;

const content = {
  name: Line.min(1, 'REQUIRED').max(nameMax, 'TOO_LONG'),
  enabled: z.boolean(),
  trigger: SchedulingTrigger,
  /** Of its times, and of the periods of its reports. */
  timeZone: TimeZone,
  attachments: z.array(ReportAttachment).max(maxAttachments, 'SELECTION_TOO_LARGE').default([]),
  recipients: Recipients,
  /** Those of them that the provider has set. */
  required: RequiredRecipients,
  /** Of what the product writes around the message. */
  language: z.enum(['en', 'fr']),
  subject: Line.min(1, 'REQUIRED').max(subjectMax, 'TOO_LONG'),
  message: z.string().max(messageMax, 'TOO_LONG'),
};

export const SchedulingDraft = z.strictObject(content);
export type SchedulingDraft = z.infer<typeof SchedulingDraft>;

/** Of the caller. `unsubscribed`: they do not get it. */
export const Subscription = z.enum(['none', 'recipient', 'subscribed', 'unsubscribed']);
export type Subscription = z.infer<typeof Subscription>;

export const ReportSchedule = z.strictObject({
  id: z.int(),
  version: z.int(),
  ...content,
  /** May be unknown to this process: its runs follow UTC then. */
  timeZone: ZoneName,
  attachments: z.array(
    ReportAttachment.extend({
      /** Null: it was deleted, or the caller may not read it. */
      name: z.string().nullable(),
    }),
  ),
  /** Whose rights it has; null: a deleted account. */
  owner: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
  /** Recipients who have unsubscribed. */
  unsubscribed: z.array(z.string()),
  /** Names of the users who have subscribed. */
  subscribers: z.array(z.string()),
  subscription: Subscription,
  previous: RunSummary.nullable(),
  /** The next five runs; none while disabled, or when alarms trigger it. */
  next: z.array(z.iso.datetime()),
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;
