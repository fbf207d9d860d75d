import { useQuery } from '@tanstack/react-query';
import { listRecordings, listSiteTemplates } from '#schemas/debug/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

/** Collectors report every second. */
const RUNNING_MS = 2_000;
const IDLE_MS = 15_000;
const TEMPLATES_MS = 10_000;

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
