import type { AlertLayout } from '#schemas/alerting/routes.ts';
import type { FilterSearch } from '#schemas/alerting/saved-filter-list.ts';

/** What the address of the alerting across customers filters by. */
interface AcrossSearch {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

const chosen = ({ enabled, ids }: AlertLayout['profileIds']): readonly number[] | undefined =>
  enabled && ids.length > 0 ? ids : undefined;

/** The filter of the page: address and display options together; empty when it shows everything. */
export function filterAcross({ q, sort }: AcrossSearch, layout: AlertLayout): FilterSearch {
  const [profiles, alarms] = [chosen(layout.profileIds), chosen(layout.alarmIds)];
  return {
    ...(q !== undefined && { q }),
    ...(sort !== undefined && { sort }),
    ...(layout.showOnlyPinnedCustomers && { pinned: true }),
    ...(profiles && { profiles: [...profiles] }),
    ...(alarms && { alarms: [...alarms] }),
  };
}

const textIn = (value: FilterSearch[string] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const idsIn = (value: FilterSearch[string] | undefined): { enabled: boolean; ids: number[] } => {
  const ids = Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
  return { enabled: ids.length > 0, ids };
};

/** Address and display options that a filter stands for: what it does not name shows everything. */
export const partsOfFilter = (
  { q, sort, pinned, profiles, alarms }: FilterSearch,
  layout: AlertLayout,
): { readonly search: AcrossSearch; readonly layout: AlertLayout } => ({
  search: { q: textIn(q), sort: textIn(sort) },
  layout: {
    ...layout,
    showOnlyPinnedCustomers: pinned === true,
    profileIds: idsIn(profiles),
    alarmIds: idsIn(alarms),
  },
});
