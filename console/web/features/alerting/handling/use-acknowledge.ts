import type { AcknowledgementDraft } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { handlingTouches, seenOf } from './handling.ts';
import { useUnacknowledge } from './use-unacknowledge.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';

/** Acknowledges alarms of a customer, or removes their acknowledgements. The row changes once the engine has processed it. */
export function useAcknowledge(customerId: number) {
  const partText = useAlertingPartTexts();
  const touches = handlingTouches(customerId);
  const { run, isPending } = useRouteAction(acknowledgeAlarm, { touches });
  const unacknowledge = useUnacknowledge(customerId);
  const acknowledge = (alarm: AlarmRow, draft: AcknowledgementDraft, onDone: () => void): void =>
    run(
      {
        params: { customerId, alarm: alarm.alarm, element: alarm.element },
        body: { ...draft, seen: seenOf(alarm) },
      },
      {
        onDone() {
          showToast({
            text: partText('ackDone', { alarm: alarm.name, element: alarm.elementName }),
            undo: () => unacknowledge(alarm),
          });
          onDone();
        },
      },
    );
  return { acknowledge, isPending, unacknowledge };
}
