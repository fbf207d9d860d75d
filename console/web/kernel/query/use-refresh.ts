import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { filterOf, type QueryTarget } from './route-query.ts';

/** Refetches what is shown of these queries, and the others when they are shown again. */
export async function refreshQueries(queries: QueryClient, touched: readonly QueryTarget[]): Promise<void> {
  await Promise.all(touched.map((one) => queries.invalidateQueries(filterOf(one))));
}

/** Returns the function that refetches these queries after a change. */
export function useRefresh(...touched: readonly QueryTarget[]): () => Promise<void> {
  const queries = useQueryClient();
  return () => refreshQueries(queries, touched);
}
