import { useNavigate } from '@tanstack/react-router';
import type { MonitoringState } from '#schemas/alerting/monitoring/routes.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { useMonitoring } from '#web/kernel/monitoring/use-monitoring.ts';
import { useMonitoringTexts } from '#web/kernel/monitoring/texts/en.ts';
import { useReasonText } from '#web/kernel/monitoring/use-reason-text.ts';

interface Props {
  readonly customerId: number;
  readonly label: string;
}

/** What an empty table of alarms means: that all is well only where something is monitored. */
function useQuietState(customerId: number, state: MonitoringState | undefined): PanelState {
  const text = useMonitoringTexts();
  const reasonText = useReasonText();
  const goTo = useNavigate();
  const search = { customer: customerId };
  if (state === undefined) return { is: 'empty', title: text('quietTitle') };
  const { customer, sites } = state;
  if (customer === null)
    return {
      is: 'empty',
      title: text('quietTitle'),
      isGood: sites.length === 0,
      hint: sites.length === 0 ? text('quietHint') : text('partly', { count: sites.length }),
    };
  if (customer.reason === 'no definition')
    return {
      is: 'empty',
      title: text('noDefinitionTitle'),
      hint: text('noDefinitionHint'),
      add: { label: text('definitions'), run: () => void goTo({ to: '/alert/cockpit', search }) },
    };
  return {
    is: 'empty',
    title: text('nothingTitle'),
    hint: `${reasonText(customer)}.`,
    add: { label: text('inventory'), run: () => void goTo({ to: '/inventory', search }) },
  };
}

/** In place of the table while no alarm runs. */
export function QuietAlarms({ customerId, label }: Props) {
  const { data } = useMonitoring(customerId);
  const quiet = useQuietState(customerId, data);
  return (
    <Panel label={label} state={quiet}>
      {null}
    </Panel>
  );
}
