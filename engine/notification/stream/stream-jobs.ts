import type { NotificationJob } from '#schemas/notification/job.ts';
import { streamWords } from '#schemas/notification/stream-notice.ts';
import type { StreamNotice } from '#schemas/notification/stream-notice.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { targetKey } from '../configuration/target.ts';
import type { MailTarget, Target } from '../configuration/target.ts';

const firesOn: Record<MailTarget['trigger'], readonly StreamNotice['edge'][]> = {
  rising: ['raise'],
  falling: ['clear'],
  both: ['raise', 'clear'],
};

/** It is the provider's trouble: nothing for those who are told of some customers or some alarms alone. */
const isForMail = (
  { customers, alarms, severities, trigger }: MailTarget,
  edge: StreamNotice['edge'],
): boolean =>
  customers.size === 0 &&
  alarms.size === 0 &&
  (severities.size === 0 || severities.has('critical')) &&
  firesOn[trigger].includes(edge);

/** The jobs that tell every trap receiver, and every mail that tells of all customers; `number`: of the notice within its trouble. */
export function streamJobs(
  notice: StreamNotice,
  number: number,
  { traps, mails }: Pick<NotificationSettings, 'traps' | 'mails'>,
): readonly NotificationJob[] {
  const { atMs: sinceMs, sinceMs: begun, edge } = notice;
  const jobOf = (target: Pick<Target, 'id' | 'kind'>) => ({
    target: target.id,
    sinceMs,
    key: `streams-${String(begun)}-${String(number)}-${edge}.${targetKey(target)}`,
  });
  const { en, fr } = streamWords(notice);
  return [
    ...[...traps.values()].map((trap) => ({ ...jobOf(trap), kind: 'trap' as const, notice })),
    ...[...mails.values()]
      .filter((mail) => isForMail(mail, edge))
      .map((mail) => ({
        ...jobOf(mail),
        kind: 'mail' as const,
        events: 1,
        to: [...mail.recipients],
        subject: `${en.title} / ${fr.title}`,
        text: `${en.title}. ${en.text}\n\n${fr.title}. ${fr.text}\n`,
      })),
  ];
}
