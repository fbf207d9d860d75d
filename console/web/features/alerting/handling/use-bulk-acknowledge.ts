import type { AcknowledgementDraft, BulkOutcome } from '#schemas/alerting/acknowledgement.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { acknowledgeAlarms, unacknowledgeAlarms } from '#schemas/alerting/routes.ts';
import { alertQuery } from '#web/kernel/alert/alert-feed.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { handlingTouches, seenOf, undoneBy } from './handling.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';

const seenAlarms = (alarms: readonly AlarmRow[]) =>
  alarms.map((row) => ({ alarm: row.alarm, element: row.element, seen: seenOf(row) }));
const instancesOf = (alarms: readonly AlarmRow[]) => alarms.map(({ alarm, element }) => ({ alarm, element }));

/** "Acknowledged 297 alarms. Ben Roy acknowledged 3 alarms first." */
function useOutcomeText() {
  const partText = useAlertingPartTexts();
  return (key: 'bulkAcknowledged' | 'bulkUnacknowledged', { done, failed }: BulkOutcome): string => {
    const count = (code: BulkOutcome['failed'][number]['code']) =>
      failed.filter((each) => each.code === code).length;
    const [deleted, unsent] = [count('NOT_FOUND'), count('UNAVAILABLE')];
    const taken = failed.flatMap(({ first }) => first ?? []);
    return [
      partText(key, { count: done.length }),
      ...(deleted > 0 ? [partText('bulkEnded', { count: deleted })] : []),
      ...(taken.length > 0
        ? [partText('bulkFirst', { count: taken.length, by: [...new Set(taken)].join(', ') })]
        : []),
      ...(unsent > 0 ? [partText('bulkUnsent', { count: unsent })] : []),
    ].join(' ');
  };
}

/** Acknowledges and unacknowledges many alarms of a customer, each by one call. Rows change once the engine has processed it. */
export function useBulkAcknowledge(customerId: number) {
  const outcomeText = useOutcomeText();
  const cache = useQueryCache();
  const params = { customerId };
  const touches = handlingTouches(customerId);
  const removal = useRouteAction(unacknowledgeAlarms, { touches });
  const { run, isPending } = useRouteAction(acknowledgeAlarms, { touches });
  const show = (text: string, { failed }: BulkOutcome, undo?: () => void) =>
    showToast({ text, tone: failed.length > 0 ? 'bad' : 'info', ...(undo === undefined ? {} : { undo }) });
  const unacknowledge = (alarms: readonly AlarmRow[]): void =>
    removal.run(
      { params, body: { alarms: instancesOf(alarms) } },
      { onDone: (outcome) => show(outcomeText('bulkUnacknowledged', outcome), outcome) },
    );
  const acknowledge = (
    alarms: readonly AlarmRow[],
    acknowledgement: AcknowledgementDraft,
    onDone: (outcome: BulkOutcome) => void,
  ): void =>
    run(
      { params, body: { alarms: seenAlarms(alarms), acknowledgement } },
      {
        onDone(outcome) {
          const undo = () => {
            const running = cache.read(alertQuery(customerId))?.alarms ?? [];
            const undone = undoneBy(outcome, { before: alarms, now: running });
            if (undone.length > 0) unacknowledge(undone);
          };
          const text = outcomeText('bulkAcknowledged', outcome);
          show(text, outcome, outcome.done.length > 0 ? undo : undefined);
          onDone(outcome);
        },
      },
    );
  return { acknowledge, isPending, unacknowledge, isRemoving: removal.isPending };
}
