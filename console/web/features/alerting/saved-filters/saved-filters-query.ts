import { listFiltersAcross, listSavedFilters } from '#schemas/alerting/saved-filter-list.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';

/** Customer whose alarms are filtered; undefined: across customers. */
export type FilterScope = number | undefined;

export const savedFiltersQuery = (customerId: FilterScope) =>
  namedQuery('saved-filters', [customerId ?? 'across'], async (signal) => {
    const { filters } =
      customerId === undefined
        ? await call(listFiltersAcross, { signal })
        : await call(listSavedFilters, { params: { customerId }, signal });
    return filters;
  });
