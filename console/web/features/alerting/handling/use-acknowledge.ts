import type { AcknowledgementDraft } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm, unacknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { handlingTouches, seenOf } from './handling.ts';
import { useAlertingTexts } from '../texts/en.ts';

/** Acknowledges and unacknowledges alarms of a customer. The row changes once the engine has processed it. */
export function useAcknowledge(customerId: number) {
  const text = useAlertingTexts();
  const touches = handlingTouches(customerId);
  const removal = useRouteAction(unacknowledgeAlarm, { touches });
  const { run, isPending } = useRouteAction(acknowledgeAlarm, { touches });
  const params = ({ alarm, element }: AlarmRow) => ({ customerId, alarm, element });
  const unacknowledge = (alarm: AlarmRow): void =>
    removal.run(
      { params: params(alarm) },
      { done: text('unacknowledged', { alarm: alarm.name, element: alarm.elementName }) },
    );
  const acknowledge = (alarm: AlarmRow, draft: AcknowledgementDraft, onDone: () => void): void =>
    run(
      { params: params(alarm), body: { ...draft, seen: seenOf(alarm) } },
      {
        onDone() {
          showToast({
            text: text('ackDone', { alarm: alarm.name, element: alarm.elementName }),
            undo: () => unacknowledge(alarm),
          });
          onDone();
        },
      },
    );
  return { acknowledge, isPending, unacknowledge };
}
