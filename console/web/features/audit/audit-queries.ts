import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listAuditEvents, readAuditVerification, verifyAudit } from '#schemas/audit/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeKey, routeQuery } from '#web/kernel/query/route-query.ts';
import { shownInPlace, useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { now } from '#web/lib/clock.ts';
import { auditQuery } from './audit-query.ts';
import { useAuditSearch, type AuditSearch } from './audit-search.ts';

const PAGE_SIZE = 200;
const TYPING_MS = 250;

/** Entries that match the address, newest first, as far as the list was scrolled. */
export function useAuditEvents() {
  const { open: _, v: __, ...search } = useAuditSearch().search;
  // Not on every keystroke.
  const [filter] = useDebouncedValue(JSON.stringify(search), TYPING_MS);
  return useInfiniteQuery({
    queryKey: [...routeKey(listAuditEvents), filter],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === 0 ? {} : { before: pageParam };
      return call(listAuditEvents, {
        query: {
          ...auditQuery(JSON.parse(filter) as Partial<AuditSearch>, now()),
          ...before,
          limit: PAGE_SIZE,
        },
        signal,
      });
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
}

/** Result of the last verification of the hash chain, and the call that starts another. */
export function useChain() {
  const state = useQuery(routeQuery(readAuditVerification));
  const { run, isPending, problem } = useRouteAction(verifyAudit, {
    touches: [listAuditEvents, readAuditVerification],
  });
  return {
    state,
    problem,
    isPending,
    // The page shows the problem in place of the state.
    verify: () => run({}, { onProblem: shownInPlace }),
  };
}
