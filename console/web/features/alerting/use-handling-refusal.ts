import { use } from 'react';
import { acknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { useRefusal } from '#web/kernel/permission/use-permission.ts';
import { ShownTime } from './shown-time.ts';
import { useAlertingTexts } from './use-alerting-texts.ts';

/** Why alarms cannot be acknowledged now: the past that is shown is over, or the right is missing. */
export function useHandlingRefusal(): string | undefined {
  const text = useAlertingTexts();
  const isPast = use(ShownTime) !== undefined;
  const refusal = useRefusal(acknowledgeAlarm);
  return isPast ? text('notInPast') : refusal;
}
