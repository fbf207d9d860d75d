import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  explainUserRights,
  listUsers,
  listUserTokens,
  readUserChoices,
  listUserSites,
} from '#schemas/user/routes.ts';
import { call } from '#web/kernel/api/call.ts';

const users = queryOptions({
  queryKey: ['users'],
  queryFn: async ({ signal }) => (await call(listUsers, { signal })).users,
});

export const useUsers = () => useQuery(users);

export const useUserChoices = () =>
  useQuery({ queryKey: ['users', 'choices'], queryFn: ({ signal }) => call(readUserChoices, { signal }) });

export const useUserRights = (id: number) =>
  useQuery({
    queryKey: ['users', 'rights', id],
    queryFn: ({ signal }) => call(explainUserRights, { params: { id }, signal }),
  });

export const useUserTokens = (id: number) =>
  useQuery({
    queryKey: ['users', 'tokens', id],
    queryFn: ({ signal }) => call(listUserTokens, { params: { id }, signal }),
  });

export const useUserSites = (id: number) =>
  useQuery({
    queryKey: ['users', 'sites', id],
    queryFn: ({ signal }) => call(listUserSites, { params: { id }, signal }),
  });

/** Refetches everything about users after a change. */
export function useRefreshUsers(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['users'] });
}
