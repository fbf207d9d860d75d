import type { FilterSearch } from '#schemas/alerting/saved-filter-routes.ts';

const textOf = (filter: FilterSearch): string =>
  JSON.stringify(
    Object.entries(filter)
      .map(([key, value]) => [key, Array.isArray(value) ? [...value].map(String).toSorted() : value] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );

/** Whether two filters show the same: the order of parameters and values does not matter. */
export const sameFilter = (one: FilterSearch, other: FilterSearch): boolean => textOf(one) === textOf(other);
