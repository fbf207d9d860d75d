import { useCallback, useMemo } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import { useCounts } from '#web/kernel/alert/count-feed.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import { customerAlertColumns } from './customer-alert-columns.tsx';
import { alarmsShown, customerRows, togglePin } from './customer-rows.ts';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';
import { useCustomerPanel } from './use-customer-panel.ts';
import { useCustomerAlertSearch } from './customer-alert-search.ts';
import type { StoredLayout } from './use-layout.ts';

const none: readonly CustomerAlerts[] = [];
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

/** Customers with their counts; Enter or a click opens the alerts of one. */
export function CustomerTable(stored: StoredLayout) {
  const text = useAlertingTexts();
  const ui = useUiTexts();
  const goTo = useNavigate();
  const { layout } = stored;
  const { search, change } = useCustomerAlertSearch();
  const { q = '', sort } = search;
  const { data } = useCounts(true);
  const customers = data?.customers ?? none;
  const onPin = usePin(stored);
  const rows = useMemo(() => customerRows(customers, layout, q), [customers, layout, q]);
  const sorting = useMemo(() => sortingFrom(sort), [sort]);
  const columns = useMemo(
    () =>
      customerAlertColumns({
        text,
        names: { critical: ui('critical'), warning: ui('major') },
        pinned: new Set(layout.pinnedCustomers),
        onPin,
        alarmsOf: (customer) => alarmsShown(customer, layout),
        breakdown: layout.breakdownByAlert,
      }),
    [text, ui, layout, onPin],
  );
  return (
    <Panel label={text('customers')} state={useCustomerPanel(rows, stored)}>
      <DataTable
        name="customer-alerts"
        label={text('customers')}
        rows={rows}
        columns={columns}
        rowId={customerId}
        rowName={customerName}
        density={useDensity()}
        sorting={sorting}
        onSort={(next) => change({ sort: sortingText(next) })}
        onOpen={({ customer }) => void goTo({ to: '/alert', search: { customer } })}
        onRowKey={(key, row) => key === 'p' && onPin(row)}
      />
    </Panel>
  );
}
