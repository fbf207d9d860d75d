import { useCallback } from 'react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { unacknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { handlingTouches } from './handling.ts';
import { useAlertingTexts } from '../texts/en.ts';

/** Removes acknowledgements of alarms of a customer: the same function on every render, since columns have it. */
export function useUnacknowledge(customerId: number): (alarm: AlarmRow) => void {
  const text = useAlertingTexts();
  const { run } = useRouteAction(unacknowledgeAlarm, { touches: handlingTouches(customerId) });
  return useCallback(
    ({ alarm, element, name, elementName }) =>
      run(
        { params: { customerId, alarm, element } },
        { done: text('unacknowledged', { alarm: name, element: elementName }) },
      ),
    [run, text, customerId],
  );
}
