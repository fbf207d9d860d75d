import { queryOptions } from '@tanstack/react-query';
import { listFiltersAcross, listSavedFilters } from '#schemas/alerting/saved-filter-list.ts';
import { call } from '#web/kernel/api/call.ts';

/** Customer whose alarms are filtered; undefined: across customers. */
export type FilterScope = number | undefined;

export const savedFiltersQuery = (customerId: FilterScope) =>
  queryOptions({
    queryKey: ['saved-filters', customerId ?? 'across'],
    queryFn: async ({ signal }) => {
      const { filters } =
        customerId === undefined
          ? await call(listFiltersAcross, { signal })
          : await call(listSavedFilters, { params: { customerId }, signal });
      return filters;
    },
  });
