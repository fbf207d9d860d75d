import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { MAIL_CONTENT, MailJob } from '#schemas/notification/job.ts';
import { queueMail } from '../../../shared/notification/queue-mail.ts';

export interface SealedMailNeeds {
  readonly bus: Pick<Bus, 'publisher'>;
  readonly clock: Clock;
  /** Mails have links that open reports: they are sealed in the queue and its storage. */
  readonly secrets: Pick<SecretBox, 'seal'>;
}

interface SealedMail {
  readonly key: string;
  readonly customer: number;
  readonly address: string;
  readonly subject: string;
  readonly content: object;
}

/** Queues a mail to one recipient. Throws UNAVAILABLE when the broker does not accept it. */
export async function queueSealedMail(
  needs: SealedMailNeeds,
  { key, customer, address, subject, content }: SealedMail,
): Promise<void> {
  const job = MailJob.safeParse({
    kind: 'mail',
    key,
    customer,
    sinceMs: needs.clock.now().getTime(),
    to: [address],
    subject,
    sealed: needs.secrets.seal(JSON.stringify(content), MAIL_CONTENT),
  });
  // Accounts without a valid address get no mail.
  if (job.success) await queueMail(needs, job.data);
}
