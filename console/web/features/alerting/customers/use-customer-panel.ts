import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { failedPanel } from '../alert-loads.ts';
import { useAlertingTexts } from '../texts/en.ts';
import type { CustomerAlertsShown } from './use-customer-alerts.ts';
import { useCustomerFilters } from './use-customer-filters.ts';

/** The panel of a status load that failed. */
function useFailure({ data, status }: CustomerAlertsShown): PanelState | undefined {
  const language = useLanguage();
  const { failed, problem, refresh } = status;
  if (!failed) return undefined;
  if (problem instanceof ApiProblem && problem.status === 403)
    return { is: 'forbidden', permission: permissionName('ALERT.read', language) };
  if (data === undefined) return failedPanel('status', { problem, retry: refresh }, language);
  return { is: 'stale', at: Math.min(...data.customers.map(({ position }) => position.at)), refresh };
}

/** State of the list of customers. */
export function useCustomerPanel(rows: readonly CustomerAlerts[], shown: CustomerAlertsShown): PanelState {
  const text = useAlertingTexts();
  const { filters, clearAll } = useCustomerFilters(shown);
  const failure = useFailure(shown);
  const { data, status, table } = shown;
  if (failure !== undefined) return failure;
  if (data === undefined || table.loading) return { is: 'never-loaded' };
  if (data.customers.length === 0)
    return { is: 'empty', title: text('noCustomers'), hint: text('noCustomersHint') };
  if (rows.length === 0) return { is: 'empty-by-filter', filters, clearAll };
  return status.refreshing ? { is: 'loading-over' } : { is: 'ready' };
}
