import type { MailJob } from '#schemas/notification/job.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import type { Deliverer } from '../delivery/outcome.ts';
import { sendMail } from './send-mail.ts';

/** Sends mail; all of it goes to one server. */
export const mailDeliverer = ({
  settings,
  secrets,
}: {
  readonly settings: { readonly current: Pick<NotificationSettings, 'smtp' | 'mails'> };
  readonly secrets: Pick<SecretBox, 'open'>;
}): Deliverer<MailJob> => ({
  kind: 'mail',
  targetOf: () => 'mail',
  async deliver(job) {
    const { smtp, mails } = settings.current;
    if (job.target !== undefined && !mails.has(job.target))
      return { is: 'dropped', answer: 'the alarm mail is gone or switched off' };
    if (smtp === undefined) return { is: 'failed', answer: 'no mail server is set up' };
    return sendMail(job, withSmtpSecrets(smtp, secrets.open));
  },
});
