import { severities, type Severity } from '#schemas/alerting/severity.ts';
import type { SingleNotice } from '#schemas/notification/notice.ts';
import type { WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import type { DeliveryTarget, ScheduleTarget } from '../configuration/delivery-target.ts';
import type { Brief } from './notice-of.ts';

const firesOn: Readonly<Record<WebhookTrigger, readonly SingleNotice['edge'][]>> = {
  rising: ['raise'],
  falling: ['clear'],
  both: ['raise', 'clear'],
};

interface TargetedEvent extends Pick<
  Brief,
  'edge' | 'alarm' | 'severity' | 'customer' | 'isRestricted' | 'other'
> {
  /** A clear whose raise was sent by trap is sent by trap too, even if the alarm changed. */
  readonly isTrapSent?: boolean;
}

const holds = <One>(chosen: ReadonlySet<One>, one: One): boolean => chosen.size === 0 || chosen.has(one);

const isWorse = (one: Severity, other: Severity): boolean =>
  severities.indexOf(one) < severities.indexOf(other);

/**
 * Whether a target that receives these severities receives an event. A change is a raise for targets for
 * which it got worse or which did not receive the old severity, and a clear for targets that no longer
 * receive the new one; otherwise their alarm would never end.
 */
function matchesSeverity(chosen: ReadonlySet<Severity>, { edge, severity, other }: TargetedEvent): boolean {
  if (other === undefined || !holds(chosen, severity)) return holds(chosen, severity);
  return !holds(chosen, other) || (edge === 'raise' && isWorse(severity, other));
}

const isLimitedTo = (
  { customers, severities: chosen, alarms }: Pick<DeliveryTarget, 'customers' | 'severities' | 'alarms'>,
  event: TargetedEvent,
): boolean =>
  holds(customers, event.customer.id) && matchesSeverity(chosen, event) && holds(alarms, event.alarm.id);

/**
 * Selects the targets of an event stored at `atMs`: webhooks and mails by trigger, trap receivers if the
 * alarm is flagged; all of them by customers, severities and alarms. A restricted alarm is sent only to
 * targets that include restricted alarms.
 */
export function selectTargets(
  event: TargetedEvent,
  { webhooks, traps, mails, alarms }: NotificationSettings,
  atMs: number,
): readonly DeliveryTarget[] {
  const { edge, alarm, isTrapSent, isRestricted } = event;
  const fires = ({ trigger }: { readonly trigger: WebhookTrigger }): boolean =>
    firesOn[trigger].includes(edge);
  const called = [...webhooks.values()].filter(fires);
  const isFlagged = isTrapSent === true || alarms.get(alarm.id)?.isTrap === true;
  const trapped = isFlagged ? [...traps.values()] : [];
  const mailed = [...mails.values()].filter(fires);
  return [...called, ...trapped, ...mailed].filter(
    (target) =>
      target.activeSinceMs <= atMs &&
      (target.includeRestricted || !isRestricted) &&
      isLimitedTo(target, event),
  );
}

/** Selects the schedules that an event triggers. */
export const selectSchedules = (
  event: TargetedEvent & Pick<Brief, 'site'>,
  { schedules }: Pick<NotificationSettings, 'schedules'>,
  atMs: number,
): readonly ScheduleTarget[] =>
  [...schedules.values()].filter(
    (target) =>
      target.activeSinceMs <= atMs &&
      firesOn[target.trigger].includes(event.edge) &&
      holds(target.sites, event.site.id) &&
      isLimitedTo(target, event),
  );
