import type { QueryClient } from '@tanstack/react-query';
import { pastCustomersQuery } from '../customers/past-customers-query.ts';
import { pastQuery } from './use-past-alerts.ts';

const succeeds = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => true,
    () => false,
  );

/** Begins to read a past state of a customer, or of all customers of the user. `isRead`: whether it could be read. */
export function prefetchPast(queries: QueryClient, customerId: number | undefined, at: number) {
  if (customerId === undefined) {
    const query = pastCustomersQuery(at);
    return { queryKey: query.queryKey, isRead: succeeds(queries.fetchQuery(query)) };
  }
  const query = pastQuery(customerId, at);
  return { queryKey: query.queryKey, isRead: succeeds(queries.fetchQuery(query)) };
}
