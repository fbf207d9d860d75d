import type { FilterSearch } from '#schemas/alerting/saved-filter-list.ts';
import { alertDefaults, type AlertSearch } from '../alert-search.ts';

/** What a saved filter keeps of the address. */
const storedKeys = [
  ...(['severity', 'q', 'site', 'alarm', 'acknowledged', 'silenced', 'assigned'] as const),
  ...(['group', 'sort'] as const),
];

const isDefault = (
  key: (typeof storedKeys)[number],
  value: AlertSearch[(typeof storedKeys)[number]],
): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (key in alertDefaults && alertDefaults[key as keyof typeof alertDefaults] === value);

/** The filter of an address; empty when everything is at its default. */
export function filterInSearch(search: AlertSearch): FilterSearch {
  const entries = storedKeys.flatMap((key) => {
    const value = search[key];
    return value === undefined || isDefault(key, value) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The part of the address that a filter stands for: what it does not name is at its default. */
export const searchOfFilter = (filter: FilterSearch): Readonly<Record<string, unknown>> =>
  Object.fromEntries(storedKeys.map((key) => [key, filter[key]]));

const textOf = (filter: FilterSearch): string =>
  JSON.stringify(
    Object.entries(filter)
      .map(([key, value]) => [key, Array.isArray(value) ? [...value].map(String).toSorted() : value] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );

/** Whether two filters show the same: the order of parameters and values does not matter. */
export const sameFilter = (one: FilterSearch, other: FilterSearch): boolean => textOf(one) === textOf(other);
