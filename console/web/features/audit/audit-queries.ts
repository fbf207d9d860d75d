import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAuditEvents, readAuditVerification, verifyAudit } from '#schemas/audit/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { now } from '#web/lib/clock.ts';
import { auditQuery } from './audit-query.ts';
import { useAuditSearch, type AuditSearch } from './audit-search.ts';

const PAGE_SIZE = 200;
const TYPING_MS = 250;
const chainKey = ['audit', 'chain'];

/** Entries that match the address, newest first, as far as the list was scrolled. */
export function useAuditEvents() {
  const { open: _, v: __, ...search } = useAuditSearch().search;
  // Not on every keystroke.
  const [filter] = useDebouncedValue(JSON.stringify(search), TYPING_MS);
  return useInfiniteQuery({
    queryKey: ['audit', 'events', filter],
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
  const queries = useQueryClient();
  const state = useQuery({
    queryKey: chainKey,
    queryFn: ({ signal }) => call(readAuditVerification, { signal }),
  });
  const verify = useMutation({
    mutationFn: () => call(verifyAudit, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: ['audit'] }),
  });
  return { state, verify };
}
