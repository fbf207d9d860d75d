import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readPastCustomerAlerts } from '#schemas/alerting/customer-history-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { keptPast } from '../history/use-past-alerts.ts';

/** The counts of all customers of the user at a time, seconds since 1970. */
export const pastCustomersQuery = (at: number) =>
  queryOptions({
    queryKey: ['past-customers', at],
    queryFn: ({ signal }) => call(readPastCustomerAlerts, { query: { at }, signal }),
    structuralSharing: false,
    placeholderData: keepPreviousData,
    ...keptPast,
  });
