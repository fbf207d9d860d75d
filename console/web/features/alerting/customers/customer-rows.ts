import { sumOfDefinitions } from '#schemas/alerting/counts.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import type { AlertChoices, AlertLayout, CustomerAlerts } from '#schemas/alerting/routes.ts';
import type { DefinitionCount } from '#schemas/alerting/alert.ts';
import { byHarm } from '#web/kernel/alert/worst-customer.ts';

/** Pins or unpins the customer. */
export function togglePin(pinned: readonly number[], customer: number): number[] {
  return pinned.includes(customer) ? pinned.filter((id) => id !== customer) : [...pinned, customer];
}

/** Ids that a filter of the display options selects; undefined when it is off or selects none. */
export const chosenIds = ({ enabled, ids }: AlertLayout['profileIds']): ReadonlySet<number> | undefined =>
  enabled && ids.length > 0 ? new Set(ids) : undefined;

/** The customer with the alarms that the display options select, and the counts of these. */
function ofChosenAlarms(customer: CustomerAlerts, alarms: ReadonlySet<number> | undefined): CustomerAlerts {
  if (alarms === undefined) return customer;
  const byAlarm = customer.byAlarm.filter(({ alarm }) => alarms.has(alarm));
  return { ...customer, byAlarm, counts: sumOfDefinitions(byAlarm) };
}

interface CustomerFilter {
  readonly layout: AlertLayout;
  /** Every profile, by which the stored ids are found. */
  readonly profiles: AlertChoices['profiles'];
  readonly query: string;
}

/** Customers that match the display options and the search, with the counts that match: pinned first, then by harm. */
export function customerRows(
  customers: readonly CustomerAlerts[],
  { layout, profiles, query }: CustomerFilter,
): CustomerAlerts[] {
  const pinned = new Set(layout.pinnedCustomers);
  const chosenProfiles = chosenIds(layout.profileIds);
  const names = new Set(profiles.filter(({ id }) => chosenProfiles?.has(id)).map(({ name }) => name));
  const alarms = chosenIds(layout.alarmIds);
  const searched = foldForSearch(query);
  const shown = customers.flatMap((customer) => {
    if (layout.showOnlyPinnedCustomers && !pinned.has(customer.customer)) return [];
    if (chosenProfiles !== undefined && !names.has(customer.profile)) return [];
    if (!foldForSearch(`${customer.name} ${customer.profile}`).includes(searched)) return [];
    const row = ofChosenAlarms(customer, alarms);
    return alarms !== undefined && row.byAlarm.length === 0 ? [] : [row];
  });
  return shown.toSorted(
    (a, b) => Number(pinned.has(b.customer)) - Number(pinned.has(a.customer)) || byHarm(a, b),
  );
}

/** The alarm to look at first: worst severity, then most unhandled, then most running. */
export function topAlarm(byAlarm: readonly DefinitionCount[]): DefinitionCount | undefined {
  return byAlarm.toSorted(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      b.unhandled - a.unhandled ||
      b.count - a.count,
  )[0];
}

/** The first names of a filter, and how many more there are. */
export function namesOf(
  choices: readonly { readonly id: number; readonly name: string }[],
  ids: ReadonlySet<number>,
): { readonly names: string; readonly more: number } {
  const found = choices.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  const first = found.slice(0, 2);
  return { names: first.join(', '), more: ids.size - first.length };
}
