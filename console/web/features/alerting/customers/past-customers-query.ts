import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readPastCustomerAlerts } from '#schemas/alerting/customer-history-routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { keptPast } from '../history/use-past-alerts.ts';

/** The counts of all customers of the user at a time, seconds since 1970. */
export const pastCustomersQuery = (at: number) =>
  queryOptions({
    ...routeQuery(readPastCustomerAlerts, { query: { at } }),
    structuralSharing: false,
    placeholderData: keepPreviousData,
    ...keptPast,
  });
