import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readAudit, readVerification, verifyAudit } from '#schemas/audit/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { auditQuery } from './audit-query.ts';
import type { AuditSearch } from './audit-search.ts';

const route = getRouteApi('/shell/mt/audit');
const AT_ONCE = 200;
const TYPING_MS = 250;
const chainKey = ['audit', 'chain'];

/** The address of the audit, and the way to change it. */
export function useAuditSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/audit' });
  const change = (part: Partial<AuditSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { search, change };
}

/** Events that the address asks for, newest first, as far as they were scrolled to. */
export function useAuditEvents() {
  const { open: _, v: __, ...search } = route.useSearch();
  // Not at each letter of a name.
  const [filter] = useDebouncedValue(JSON.stringify(auditQuery(search)), TYPING_MS);
  return useInfiniteQuery({
    queryKey: ['audit', 'events', filter],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === 0 ? {} : { before: pageParam };
      return call(readAudit, {
        query: { ...(JSON.parse(filter) as object), ...before, limit: AT_ONCE },
        signal,
      });
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
}

/** What the last walk over the chain found, and another walk. */
export function useChain() {
  const queries = useQueryClient();
  const state = useQuery({ queryKey: chainKey, queryFn: ({ signal }) => call(readVerification, { signal }) });
  const verify = useMutation({
    mutationFn: () => call(verifyAudit, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: ['audit'] }),
  });
  return { state, verify };
}
