import type { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { pastCustomersQuery, pastQuery } from './use-past-alerts.ts';

const succeeds = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => true,
    () => false,
  );

/** Begins to read a past state of a customer, or of all customers of the user. `isRead`: whether it could be read. */
export function prefetchPast(
  cache: ReturnType<typeof useQueryCache>,
  customerId: number | undefined,
  at: number,
) {
  if (customerId === undefined) {
    const query = pastCustomersQuery(at);
    return { queryKey: query.queryKey, isRead: succeeds(cache.fetch(query)) };
  }
  const query = pastQuery(customerId, at);
  return { queryKey: query.queryKey, isRead: succeeds(cache.fetch(query)) };
}
