import { z } from 'zod';
import { filterFields, languageField, platformEventsField, restrictedField } from '../notification-scope.ts';
import { WebhookTrigger } from '../webhook/webhook.ts';
import { Line } from '../../text/line.ts';

export const alarmMailLimits = {
  recipientsMax: 50,
  subjectMax: 200,
  bodyMax: 16_384,
} as const;
const { recipientsMax, subjectMax, bodyMax } = alarmMailLimits;

/** `single`: one mail per event, in an alarm storm one for the others. `minute`: one mail per customer and minute. */
export const MailGrouping = z.enum(['single', 'minute']);
export type MailGrouping = z.infer<typeof MailGrouping>;

/** A mail notification: recipients of alarm mails. */
export const AlarmMail = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  enabled: z.boolean(),
  recipients: z
    .array(z.email('RECIPIENT_INVALID').max(254, 'TOO_LONG'))
    .min(1, 'RECIPIENT_REQUIRED')
    .max(recipientsMax, 'SELECTION_TOO_LARGE'),
  trigger: WebhookTrigger,
  ...filterFields,
  grouping: MailGrouping,
  /** Templates with the placeholders of webhooks; the subject is one line. */
  subject: z.string().trim().min(1, 'REQUIRED').max(subjectMax, 'TOO_LONG'),
  body: z.string().min(1, 'REQUIRED').max(bodyMax, 'TOO_LONG'),
  ...restrictedField,
  ...platformEventsField,
  ...languageField,
});
export type AlarmMail = z.infer<typeof AlarmMail>;
