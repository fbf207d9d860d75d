import { useQuery } from '@tanstack/react-query';
import { markFirstSteps, readFirstSteps } from '#schemas/first-steps/first-steps.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { sessionQuery } from '#web/kernel/session/session.ts';

/** Live while the page is visible: polls and flows arrive within seconds. */
const REFRESH_MS = 4_000;

/** The checklist. Once it is over, the session says that it is no longer the first page. */
export function useFirstSteps() {
  const cache = useQueryCache();
  return useQuery({
    ...routeQuery(readFirstSteps),
    queryFn: async ({ signal }) => {
      const checklist = await call(readFirstSteps, { signal });
      const session = cache.read(sessionQuery);
      if (session?.firstSteps === true && !checklist.isFirst) await cache.refresh(sessionQuery.queryKey);
      return checklist;
    },
    refetchInterval: REFRESH_MS,
  });
}

/** Marks steps and reads the checklist again. */
export const useMarkSteps = () => useRouteAction(markFirstSteps, { touches: [readFirstSteps] });
