import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AcknowledgementDraft, BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarms, unacknowledgeAlarms } from '#schemas/alerting/routes.ts';
import { alertQuery } from '#web/kernel/alert/alert-feed.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { seenOf, undoneBy } from './handling.ts';
import { useAlertingTexts } from '../texts/en.ts';

const seenAlarms = (alarms: readonly AlarmRow[]) =>
  alarms.map((row) => ({ alarm: row.alarm, element: row.element, seen: seenOf(row) }));
const instancesOf = (alarms: readonly AlarmRow[]) => alarms.map(({ alarm, element }) => ({ alarm, element }));

/** "Acknowledged 297 alarms. Ben Roy acknowledged 3 alarms first." */
function useOutcomeText() {
  const text = useAlertingTexts();
  return (key: 'bulkAcknowledged' | 'bulkUnacknowledged', { done, failed }: BulkOutcome): string => {
    const count = (code: BulkOutcome['failed'][number]['code']) =>
      failed.filter((each) => each.code === code).length;
    const [gone, unsent] = [count('NOT_FOUND'), count('UNAVAILABLE')];
    const taken = failed.flatMap(({ first }) => first ?? []);
    return [
      text(key, { count: done.length }),
      ...(gone > 0 ? [text('bulkGone', { count: gone })] : []),
      ...(taken.length > 0
        ? [text('bulkFirst', { count: taken.length, by: [...new Set(taken)].join(', ') })]
        : []),
      ...(unsent > 0 ? [text('bulkUnsent', { count: unsent })] : []),
    ].join(' ');
  };
}

/** Acknowledges and unacknowledges many alarms of a customer, each by one call. Rows change once the engine has processed it. */
export function useBulkAcknowledge(customerId: number) {
  const outcomeText = useOutcomeText();
  const language = useLanguage();
  const queries = useQueryClient();
  const params = { customerId };
  const refresh = () => void queries.invalidateQueries({ queryKey: ['alarm-history', customerId] });
  const onError = (problem: unknown) => showToast({ text: sentenceOf(problem, language), tone: 'bad' });
  const show = (text: string, { failed }: BulkOutcome, undo?: () => void) =>
    showToast({ text, tone: failed.length > 0 ? 'bad' : 'info', ...(undo === undefined ? {} : { undo }) });

  const unacknowledge = useMutation({
    mutationFn: (alarms: readonly AlarmRow[]) =>
      call(unacknowledgeAlarms, { params, body: { alarms: instancesOf(alarms) } }),
    onSuccess: (outcome) => {
      show(outcomeText('bulkUnacknowledged', outcome), outcome);
      refresh();
    },
    onError,
  });
  const acknowledge = useMutation({
    mutationFn: ({
      alarms,
      acknowledgement,
    }: {
      readonly alarms: readonly AlarmRow[];
      readonly acknowledgement: AcknowledgementDraft;
    }) => call(acknowledgeAlarms, { params, body: { alarms: seenAlarms(alarms), acknowledgement } }),
    onSuccess: (outcome, { alarms }) => {
      const undo = () => {
        const running = queries.getQueryData(alertQuery(customerId).queryKey)?.alarms ?? [];
        const undone = undoneBy(outcome, { before: alarms, now: running });
        if (undone.length > 0) unacknowledge.mutate(undone);
      };
      show(outcomeText('bulkAcknowledged', outcome), outcome, outcome.done.length > 0 ? undo : undefined);
      refresh();
    },
    onError,
  });
  return { acknowledge, unacknowledge };
}
