import { use } from 'react';
import { acknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { ShownTime } from '#web/lib/shown-time.ts';
import { useAlertingTexts } from '../texts/en.ts';

/** Why alarms cannot be acknowledged: a past time is shown, or the permission is missing. */
export function useHandlingDisabledReason(): string | undefined {
  const text = useAlertingTexts();
  const isPast = use(ShownTime) !== undefined;
  const disabledReason = useDisabledReason(acknowledgeAlarm);
  return isPast ? text('notInPast') : disabledReason;
}
