import type { MailJob } from '#schemas/notification/job.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import type { Deliverer } from '../delivery/outcome.ts';
import { sendMail } from './send-mail.ts';

/** Sends mail; all of it goes to one server. */
export const mailDeliverer = (settings: {
  readonly current: Pick<NotificationSettings, 'smtp'>;
}): Deliverer<MailJob> => ({
  kind: 'mail',
  targetOf: () => 'mail',
  async deliver(job) {
    const { smtp } = settings.current;
    return smtp === undefined ? { is: 'failed', answer: 'no mail server is set up' } : sendMail(job, smtp);
  },
});
