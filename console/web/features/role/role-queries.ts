import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listRoles } from '#schemas/role/routes.ts';
import { call } from '#web/kernel/api/call.ts';

const roles = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await call(listRoles, { signal })).roles,
});

export const useRoles = () => useQuery(roles);

/** Refetches the roles and the users who have them. */
export function useRefreshRoles(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ['roles'] });
    await queries.invalidateQueries({ queryKey: ['users'] });
  };
}
