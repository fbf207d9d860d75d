import { useQuery } from '@tanstack/react-query';
import { listRecordings, listSiteTemplates } from '#schemas/debug/routes.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

/** Collectors report every second. */
const RUNNING_MS = 2_000;
const IDLE_MS = 15_000;
const TEMPLATES_MS = 10_000;
const MAX_SITES = 1_000;

/** The recordings of the last week, read again more often while one runs. */
export const useRecordings = () =>
  useQuery({
    ...routeQuery(listRecordings),
    refetchInterval: ({ state: { data } }) =>
      data?.recordings.some(({ state }) => state === 'running') === true ? RUNNING_MS : IDLE_MS,
  });

/** The templates of the exporters of a site. */
export const useSiteTemplates = (site: number) =>
  useQuery({ ...routeQuery(listSiteTemplates, { query: { site } }), refetchInterval: TEMPLATES_MS });

/** The sites of a customer, once one is chosen. */
export function useSitesOf(customer: number | undefined) {
  const { data, isPending } = useQuery({
    enabled: customer !== undefined,
    ...routeQuery(listInventory, {
      params: { customerId: customer ?? 0, kind: 'site' },
      query: { count: MAX_SITES },
    }),
  });
  return { sites: data?.elements ?? [], isPending: customer !== undefined && isPending };
}
