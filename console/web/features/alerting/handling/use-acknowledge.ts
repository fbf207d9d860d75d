import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcknowledgementDraft } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarm, unacknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { seenOf } from './handling.ts';
import { useAlertingTexts } from '../texts/en.ts';

/** Acknowledges and unacknowledges alarms of a customer. The row changes once the engine has processed it. */
export function useAcknowledge(customerId: number) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const params = ({ alarm, element }: AlarmRow) => ({ customerId, alarm, element });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['alarm-history', customerId] });
  const reportProblem = (problem: unknown) => showToast({ text: sentenceOf(problem, language), tone: 'bad' });

  const unacknowledge = useMutation({
    mutationFn: (alarm: AlarmRow) => call(unacknowledgeAlarm, { params: params(alarm) }),
    onSuccess: (_, alarm) => {
      showToast({ text: text('unacknowledged', { alarm: alarm.name, element: alarm.elementName }) });
      refresh();
    },
    onError: reportProblem,
  });
  const acknowledge = useMutation({
    mutationFn: ({ alarm, draft }: { readonly alarm: AlarmRow; readonly draft: AcknowledgementDraft }) =>
      call(acknowledgeAlarm, { params: params(alarm), body: { ...draft, seen: seenOf(alarm) } }),
    onSuccess: (_, { alarm }) => {
      showToast({
        text: text('ackDone', { alarm: alarm.name, element: alarm.elementName }),
        undo: () => unacknowledge.mutate(alarm),
      });
      refresh();
    },
    onError: reportProblem,
  });
  return { acknowledge, unacknowledge: (alarm: AlarmRow) => unacknowledge.mutate(alarm) };
}
