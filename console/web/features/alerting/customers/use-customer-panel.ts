import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import { useCounts } from '#web/kernel/alert/count-feed.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { ActiveFilter, PanelState } from '#web/ui/panel/panel-state.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';
import { useCustomerAlertSearch } from './customer-alert-search.ts';
import type { StoredLayout } from './use-layout.ts';

/** Filters that hide customers, each with its reset. */
function useActiveFilters({ layout, save }: StoredLayout): readonly ActiveFilter[] {
  const text = useAlertingTexts();
  const { search, change } = useCustomerAlertSearch();
  const { q } = search;
  const off = (key: 'profileIds' | 'alarmIds') => () =>
    save({ ...layout, [key]: { ...layout[key], enabled: false } });
  const all = [
    {
      on: q !== undefined,
      label: text('filterText', { text: q ?? '' }),
      clear: () => change({ q: undefined }),
    },
    {
      on: layout.showOnlyPinnedCustomers,
      label: text('filterPinned'),
      clear: () => save({ ...layout, showOnlyPinnedCustomers: false }),
    },
    { on: layout.profileIds.enabled, label: text('filterProfile'), clear: off('profileIds') },
    { on: layout.alarmIds.enabled, label: text('filterAlarm'), clear: off('alarmIds') },
  ];
  return all.filter(({ on }) => on);
}

/** State of the list of customers. */
export function useCustomerPanel(shown: readonly CustomerAlerts[], stored: StoredLayout): PanelState {
  const text = useAlertingTexts();
  const language = useLanguage();
  const filters = useActiveFilters(stored);
  const { change } = useCustomerAlertSearch();
  const { data, isError, error, refetch } = useCounts(true);
  if (data === undefined && isError) {
    const requestId = error instanceof ApiProblem ? error.requestId : undefined;
    return { is: 'error', cause: sentenceOf(error, language), requestId, retry: () => void refetch() };
  }
  if (data === undefined) return { is: 'never-loaded' };
  if (data.customers.length === 0)
    return { is: 'empty', title: text('noCustomers'), hint: text('noCustomersHint') };
  const clearAll = () => {
    const { layout, save } = stored;
    change({ q: undefined });
    save({
      ...layout,
      showOnlyPinnedCustomers: false,
      profileIds: { ...layout.profileIds, enabled: false },
      alarmIds: { ...layout.alarmIds, enabled: false },
    });
  };
  return shown.length === 0 ? { is: 'empty-by-filter', filters, clearAll } : { is: 'ready' };
}
