import { createHash } from 'node:crypto';
import { MAIL_CONTENT, MailContent } from '#schemas/notification/job.ts';
import type { MailJob } from '#schemas/notification/job.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { droppedAsRestricted, reasonOf } from '../delivery/outcome.ts';
import type { Deliverer, AttemptOutcome } from '../delivery/outcome.ts';
import { sendMail } from './send-mail.ts';

type OpenedContent =
  | { readonly ok: true; readonly content: MailContent }
  | { readonly ok: false; readonly outcome: AttemptOutcome };

/**
 * Opens the content of a mail. An unknown key is a failure to retry: it may be configured later as a previous
 * key.
 */
function contentOf({ sealed, text = '', html }: MailJob, secrets: Pick<SecretBox, 'open'>): OpenedContent {
  if (sealed === undefined) return { ok: true, content: { text, html } };
  try {
    const content = MailContent.parse(JSON.parse(secrets.open(sealed, MAIL_CONTENT)));
    return { ok: true, content };
  } catch (error) {
    return { ok: false, outcome: { is: 'failed', answer: reasonOf(error) } };
  }
}

/**
 * The same mail for one recipient. The key contains a hash: it becomes a Message-ID, which allows only one
 * `@`.
 */
const jobFor = (recipient: string, job: MailJob): MailJob => ({
  ...job,
  key: `${job.key}.${createHash('sha256').update(recipient).digest('hex').slice(0, 16)}`,
  to: [recipient],
  apart: true,
});

/** Sends mail through the configured server. */
export const mailDeliverer = ({
  settings,
  secrets,
}: {
  readonly settings: { readonly current: Pick<NotificationSettings, 'smtp' | 'mails'> };
  readonly secrets: Pick<SecretBox, 'open'>;
}): Deliverer<MailJob> => ({
  kind: 'mail',
  targetOf: ({ apart, to }) => (apart === true ? `mail to ${to.join()}` : 'mail'),
  async deliver(job) {
    const { smtp, mails } = settings.current;
    if (job.target !== undefined && !mails.has(job.target))
      return { is: 'dropped', answer: 'the alarm mail is deleted or disabled' };
    if (job.restricted === true && mails.get(job.target ?? 0)?.includeRestricted !== true)
      return droppedAsRestricted;
    if (smtp === undefined) return { is: 'failed', answer: 'no mail server is configured' };
    const opened = contentOf(job, secrets);
    if (!opened.ok) return opened.outcome;
    const { key, to, subject } = job;
    const mail = { key, to, subject, ...opened.content };
    const { later, ...outcome } = await sendMail(mail, withSmtpSecrets(smtp, secrets.open));
    return later === undefined ? outcome : { ...outcome, follow: later.map((one) => jobFor(one, job)) };
  },
});
