import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcknowledgementDraft } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm, unacknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';

/** Acknowledges alarms of a customer and takes it back. The row follows by itself, when the engine has read it. */
export function useAcknowledge(customerId: number) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const params = ({ alarm, element }: AlarmRow) => ({ customerId, alarm, element });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['alarm-history', customerId] });
  const refused = (problem: unknown) => showToast({ text: sentenceOf(problem, language), tone: 'bad' });

  const back = useMutation({
    mutationFn: (alarm: AlarmRow) => call(unacknowledgeAlarm, { params: params(alarm) }),
    onSuccess: (_, alarm) => {
      showToast({ text: text('ackTakenBack', { alarm: alarm.name, element: alarm.elementName }) });
      refresh();
    },
    onError: refused,
  });
  const give = useMutation({
    mutationFn: ({ alarm, draft }: { readonly alarm: AlarmRow; readonly draft: AcknowledgementDraft }) =>
      call(acknowledgeAlarm, { params: params(alarm), body: draft }),
    onSuccess: (_, { alarm }) => {
      showToast({
        text: text('ackDone', { alarm: alarm.name, element: alarm.elementName }),
        undo: () => back.mutate(alarm),
      });
      refresh();
    },
    onError: refused,
  });
  return { give, takeBack: (alarm: AlarmRow) => back.mutate(alarm) };
}
