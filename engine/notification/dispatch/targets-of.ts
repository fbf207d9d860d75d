import type { SingleNotice } from '#schemas/notification/notice.ts';
import type { WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import type { MailTarget, Target } from '../configuration/target.ts';
import type { Brief } from './notice-of.ts';

const firesOn: Readonly<Record<WebhookTrigger, readonly SingleNotice['edge'][]>> = {
  rising: ['raise'],
  falling: ['clear'],
  both: ['raise', 'clear'],
};

interface Told extends Pick<Brief, 'edge' | 'alarm' | 'severity' | 'customer' | 'isRestricted'> {
  /** A clear whose raise was told by trap: so is this, whatever became of the alarm meanwhile. */
  readonly isTrapped?: boolean;
}

const holds = <One>(chosen: ReadonlySet<One>, one: One): boolean => chosen.size === 0 || chosen.has(one);

const isMailed = (
  { trigger, customers, severities, alarms }: MailTarget,
  { edge, alarm, severity, customer }: Told,
): boolean =>
  firesOn[trigger].includes(edge) &&
  holds(customers, customer.id) &&
  holds(severities, severity) &&
  holds(alarms, alarm.id);

/**
 * Who is told of an event that came in at `atMs`: webhooks by their trigger, trap receivers when the alarm is flagged, mail by
 * its trigger, customers, severities and alarms; of a restricted alarm those that are told of such.
 */
export function targetsOf(
  told: Told,
  { webhooks, traps, mails, alarms }: NotificationSettings,
  atMs: number,
): readonly Target[] {
  const { edge, alarm, isTrapped, isRestricted } = told;
  const called = [...webhooks.values()].filter(({ trigger }) => firesOn[trigger].includes(edge));
  const trapped = isTrapped === true || alarms.get(alarm.id)?.isTrap === true ? [...traps.values()] : [];
  const mailed = [...mails.values()].filter((mail) => isMailed(mail, told));
  return [...called, ...trapped, ...mailed].filter(
    ({ activeSinceMs, restricted }) => activeSinceMs <= atMs && (restricted || !isRestricted),
  );
}
