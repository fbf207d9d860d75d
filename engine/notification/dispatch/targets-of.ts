import { severities } from '#schemas/alerting/severity.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
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

interface Told extends Pick<Brief, 'edge' | 'alarm' | 'severity' | 'customer' | 'isRestricted' | 'other'> {
  /** A clear whose raise was told by trap: so is this, whatever became of the alarm meanwhile. */
  readonly isTrapped?: boolean;
}

const holds = <One>(chosen: ReadonlySet<One>, one: One): boolean => chosen.size === 0 || chosen.has(one);

const isWorse = (one: Severity, other: Severity): boolean =>
  severities.indexOf(one) < severities.indexOf(other);

/**
 * Whether somebody who is told of these severities is told of an event of one. A change is a raise to whom it has got worse for, or
 * who was not told before, and a clear to who is not told any more: what he was told of would never end for him.
 */
function isOf(told: ReadonlySet<Severity>, { edge, severity, other }: Told): boolean {
  if (other === undefined || !holds(told, severity)) return holds(told, severity);
  return !holds(told, other) || (edge === 'raise' && isWorse(severity, other));
}

const every: ReadonlySet<Severity> = new Set();

const isMailed = ({ trigger, customers, severities: chosen, alarms }: MailTarget, told: Told): boolean =>
  firesOn[trigger].includes(told.edge) &&
  holds(customers, told.customer.id) &&
  isOf(chosen, told) &&
  holds(alarms, told.alarm.id);

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
  const called = isOf(every, told)
    ? [...webhooks.values()].filter(({ trigger }) => firesOn[trigger].includes(edge))
    : [];
  const isFlagged = isTrapped === true || alarms.get(alarm.id)?.isTrap === true;
  const trapped = isFlagged && isOf(every, told) ? [...traps.values()] : [];
  const mailed = [...mails.values()].filter((mail) => isMailed(mail, told));
  return [...called, ...trapped, ...mailed].filter(
    ({ activeSinceMs, restricted }) => activeSinceMs <= atMs && (restricted || !isRestricted),
  );
}
