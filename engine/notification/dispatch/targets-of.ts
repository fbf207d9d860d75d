import type { SingleNotice } from '#schemas/notification/notice.ts';
import type { WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import type { Target } from '../configuration/target.ts';

const firesOn: Readonly<Record<WebhookTrigger, readonly SingleNotice['edge'][]>> = {
  rising: ['raise'],
  falling: ['clear'],
  both: ['raise', 'clear'],
};

/** Who is told of an event that came in at `atMs`: webhooks by their trigger, trap receivers when the alarm is flagged. */
export function targetsOf(
  { edge, alarm }: Pick<SingleNotice, 'edge' | 'alarm'>,
  { webhooks, traps, alarms }: NotificationSettings,
  atMs: number,
): readonly Target[] {
  const called = [...webhooks.values()].filter(({ trigger }) => firesOn[trigger].includes(edge));
  const trapped = alarms.get(alarm.id)?.isTrap === true ? [...traps.values()] : [];
  return [...called, ...trapped].filter(({ activeSinceMs }) => activeSinceMs <= atMs);
}
