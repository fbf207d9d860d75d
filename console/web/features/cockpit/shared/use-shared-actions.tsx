import { useState } from 'react';
import { IconAdjustments, IconArrowBackUp } from '@tabler/icons-react';
import { resetCustomerThreshold, setCustomerThreshold } from '#schemas/cockpit/customer-threshold-routes.ts';
import type { SharedAlarm } from '#schemas/cockpit/shared-routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { rowActionsColumn } from '#web/ui/table/row-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { sharedQuery } from '../cockpit-queries.ts';
import { useCockpitTexts } from '../texts/en.ts';

/** What the customer does with a shared alarm: sets its threshold within the bounds, or returns to that of the provider. */
export function useSharedActions(customerId: number) {
  const text = useCockpitTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(setCustomerThreshold);
  const [edited, setEdited] = useState<SharedAlarm>();
  const { run } = useRouteAction(resetCustomerThreshold, { touches: [sharedQuery(customerId).queryKey] });
  const reset = ({ id }: SharedAlarm): void =>
    run({ params: { customerId, alarm: id } }, { done: text('thresholdRemoved') });
  const frozenReason = ({ own }: SharedAlarm): string | undefined =>
    own?.frozen === true ? problemText('COCKPIT_THRESHOLD_FROZEN', language) : undefined;
  const notOffered = problemText('COCKPIT_THRESHOLD_NOT_OFFERED', language);
  const column = rowActionsColumn<SharedAlarm>({
    header: resource('actions'),
    nameOf: ({ label }) => label,
    disabledReasonOf: () => disabledReason,
    actions: (alarm) => [
      {
        is: 'action',
        label: text('setOwnThreshold'),
        icon: <IconAdjustments size={15} />,
        disabledReason: frozenReason(alarm) ?? (alarm.bounds === null ? notOffered : undefined),
        run: () => setEdited(alarm),
      },
      {
        is: 'action',
        label: text('resetOwnThreshold'),
        icon: <IconArrowBackUp size={15} />,
        disabledReason: frozenReason(alarm) ?? (alarm.own === null ? text('ownNotSet') : undefined),
        run: () => reset(alarm),
      },
    ],
  });
  return { column, edited, close: () => setEdited(undefined) };
}
