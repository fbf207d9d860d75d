import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listCustomers } from '#schemas/customer/routes.ts';
import { listProfiles } from '#schemas/profile/routes.ts';
import { call } from '#web/kernel/api/call.ts';

export const useCustomers = () =>
  useQuery({ queryKey: ['customers'], queryFn: ({ signal }) => call(listCustomers, { signal }) });

export const useProfiles = () =>
  useQuery({
    queryKey: ['profiles'],
    queryFn: async ({ signal }) => (await call(listProfiles, { signal })).profiles,
  });

/** Refetches customers and profiles, and the session, which lists the customers. */
export function useRefreshCustomers(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      [['customers'], ['profiles'], ['session']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
}
