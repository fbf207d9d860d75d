import { useCallback, useMemo } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { AlertActivity, CustomerAlerts } from '#schemas/alerting/routes.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { customerAlertColumns } from './customer-alert-columns.tsx';
import { togglePin } from './customer-rows.ts';
import { useUnmonitoredCustomers } from '../monitoring/use-unmonitored-customers.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useCustomerPanel } from './use-customer-panel.ts';
import { useCustomerAlertSearch } from './customer-alert-search.ts';
import type { CustomerAlertsShown } from './use-customer-alerts.ts';
import type { StoredLayout } from './use-layout.ts';

const customerId = ({ customer }: CustomerAlerts): string => String(customer);
const customerName = ({ name }: CustomerAlerts): string => name;

/** Pins a customer, with an undo for five seconds. */
function usePin({ layout, save }: StoredLayout) {
  const text = useAlertingTexts();
  return useCallback(
    (customer: CustomerAlerts) => {
      const isPinned = layout.pinnedCustomers.includes(customer.customer);
      save({ ...layout, pinnedCustomers: togglePin(layout.pinnedCustomers, customer.customer) });
      showToast({
        text: text(isPinned ? 'unpinned' : 'pinned', { customer: customer.name }),
        undo: () => save(layout),
      });
    },
    [layout, save, text],
  );
}

interface Props {
  readonly shown: CustomerAlertsShown;
  /** The customers that match the filters, with the counts that do. */
  readonly rows: readonly CustomerAlerts[];
}

/** Raises of the last day by customer. */
const raisesOf = (activity: AlertActivity | undefined): ReadonlyMap<number, readonly number[]> =>
  new Map(activity?.customers.map(({ customer, raised }) => [customer, raised]));

/** Customers with their counts; Enter or a click opens the alerts of one. */
export function CustomerTable({ shown, rows }: Props) {
  const text = useAlertingTexts();
  const ui = useUiTexts();
  const nameOfAlarm = useBuiltInName('alarm');
  const goTo = useNavigate();
  const { stored, activity } = shown;
  const { layout } = stored;
  const address = useCustomerAlertSearch();
  const { search } = address;
  const onPin = usePin(stored);
  const unmonitored = useUnmonitoredCustomers(search.at === undefined);
  const raises = useMemo(() => raisesOf(activity), [activity]);
  const columns = useMemo(
    () =>
      customerAlertColumns({
        text,
        nameOfAlarm,
        names: { critical: ui('critical'), warning: ui('major'), minor: ui('minor') },
        pinned: new Set(layout.pinnedCustomers),
        onPin,
        breakdown: layout.breakdownByAlert,
        raises,
        unmonitored,
        at: search.at,
      }),
    [text, nameOfAlarm, ui, layout, onPin, raises, unmonitored, search.at],
  );
  return (
    <Panel label={text('customers')} state={useCustomerPanel(rows, shown)}>
      <DataTable
        name="customer-alerts"
        label={text('customers')}
        rows={rows}
        columns={columns}
        rowId={customerId}
        rowName={customerName}
        density={useDensity()}
        {...useListSorting(address)}
        onOpen={({ customer }) => void goTo({ to: '/alert', search: { customer, at: search.at } })}
        onRowKey={(key, row) => key === 'p' && onPin(row)}
      />
    </Panel>
  );
}
