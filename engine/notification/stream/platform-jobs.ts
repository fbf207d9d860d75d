import type { NotificationJob } from '#schemas/notification/job.ts';
import { platformNoticeTexts, type PlatformNotice } from '#schemas/notification/platform-notice.ts';
import type { WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { targetKey, type DeliveryTarget } from '../configuration/delivery-target.ts';

const firesOn: Record<WebhookTrigger, readonly PlatformNotice['edge'][]> = {
  rising: ['raise'],
  falling: ['clear'],
  both: ['raise', 'clear'],
};

/** Jobs for the targets that receive platform events; `number`: of the notice within its trouble. */
export function platformJobs(
  notice: PlatformNotice,
  number: number,
  { webhooks, traps, mails }: Pick<NotificationSettings, 'webhooks' | 'traps' | 'mails'>,
): readonly NotificationJob[] {
  const { is, atMs: sinceMs, sinceMs: begun, edge } = notice;
  const jobOf = (target: Pick<DeliveryTarget, 'id' | 'kind'>) => ({
    target: target.id,
    sinceMs,
    order: is,
    key: `${is}-${String(begun)}-${String(number)}-${edge}.${targetKey(target)}`,
  });
  const receivers = <One extends DeliveryTarget>(targets: ReadonlyMap<number, One>): readonly One[] =>
    [...targets.values()].filter(
      (target) =>
        target.notifyPlatformEvents && (target.kind === 'trap' || firesOn[target.trigger].includes(edge)),
    );
  const { en, fr } = platformNoticeTexts(notice);
  return [
    ...receivers(webhooks).map((one) => ({ ...jobOf(one), kind: 'webhook' as const, notice })),
    ...receivers(traps).map((one) => ({ ...jobOf(one), kind: 'trap' as const, notice })),
    ...receivers(mails).map((one) => ({
      ...jobOf(one),
      kind: 'mail' as const,
      events: 1,
      to: [...one.recipients],
      subject: `${en.title} / ${fr.title}`,
      text: `${en.title}. ${en.text}\n\n${fr.title}. ${fr.text}\n`,
    })),
  ];
}
