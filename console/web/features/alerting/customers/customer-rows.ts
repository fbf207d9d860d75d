import { foldForSearch } from '#schemas/search/fold.ts';
import type { AlertLayout, CustomerAlerts } from '#schemas/alerting/routes.ts';
import { byHarm } from '#web/kernel/alert/worst-customer.ts';

/** Pins or unpins the customer. */
export function togglePin(pinned: readonly number[], customer: number): number[] {
  return pinned.includes(customer) ? pinned.filter((id) => id !== customer) : [...pinned, customer];
}

/** Counts of the selected alarms, or of all. */
export const alarmsShown = (customer: CustomerAlerts, { alarmIds }: AlertLayout): CustomerAlerts['byAlarm'] =>
  alarmIds.enabled ? customer.byAlarm.filter(({ alarm }) => alarmIds.ids.includes(alarm)) : customer.byAlarm;

/** Customers that match the display options and the search: pinned first, then by the number of critical alarms. */
export function customerRows(
  customers: readonly CustomerAlerts[],
  layout: AlertLayout,
  query: string,
): CustomerAlerts[] {
  const pinned = new Set(layout.pinnedCustomers);
  const profiles = new Set(layout.profileIds.ids);
  const searched = foldForSearch(query);
  const shown = customers.filter((customer) => {
    if (layout.showOnlyPinnedCustomers && !pinned.has(customer.customer)) return false;
    if (layout.profileIds.enabled && !profiles.has(customer.profile)) return false;
    if (layout.alarmIds.enabled && alarmsShown(customer, layout).length === 0) return false;
    return foldForSearch(`${customer.name} ${customer.profile}`).includes(searched);
  });
  return shown.toSorted(
    (a, b) => Number(pinned.has(b.customer)) - Number(pinned.has(a.customer)) || byHarm(a, b),
  );
}

/** Profiles and alarms in the data, offered by the display options. */
export function knownChoices(customers: readonly CustomerAlerts[]) {
  const alarms = new Map(
    customers.flatMap(({ byAlarm }) => byAlarm.map(({ alarm, name }) => [alarm, name] as const)),
  );
  return {
    profiles: [...new Set(customers.map(({ profile }) => profile).filter(Boolean))].toSorted(),
    alarms: [...alarms].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}
