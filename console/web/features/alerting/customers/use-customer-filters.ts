import type { ActiveFilter } from '#web/ui/panel/panel-state.ts';
import { useAlertingTexts } from '../texts/en.ts';
import { useCustomerAlertSearch } from './customer-alert-search.ts';
import { chosenIds, namesOf } from './customer-rows.ts';
import type { CustomerAlertsShown } from './use-customer-alerts.ts';

/** Filters that hide customers or alarms, each with its reset. */
export function useCustomerFilters({
  stored: { layout, save },
  choices,
}: Pick<CustomerAlertsShown, 'stored' | 'choices'>) {
  const text = useAlertingTexts();
  const { search, change } = useCustomerAlertSearch();
  const filters: ActiveFilter[] = [];
  if (search.q !== undefined)
    filters.push({ label: text('filterText', { text: search.q }), clear: () => change({ q: undefined }) });
  if (layout.showOnlyPinnedCustomers)
    filters.push({
      label: text('filterPinned'),
      clear: () => save({ ...layout, showOnlyPinnedCustomers: false }),
    });
  for (const [key, label, offered] of [
    ['profileIds', 'filterProfile', choices.profiles],
    ['alarmIds', 'filterAlarm', choices.alarms],
  ] as const) {
    const ids = chosenIds(layout[key]);
    if (ids === undefined) continue;
    const { names, more } = namesOf(offered, ids);
    filters.push({
      label: text(label, { names: more === 0 ? names : text('andMore', { names, count: more }) }),
      clear: () => save({ ...layout, [key]: { ...layout[key], enabled: false } }),
    });
  }
  const clearAll = () => {
    change({ q: undefined });
    save({
      ...layout,
      showOnlyPinnedCustomers: false,
      profileIds: { ...layout.profileIds, enabled: false },
      alarmIds: { ...layout.alarmIds, enabled: false },
    });
  };
  return { filters, clearAll };
}
