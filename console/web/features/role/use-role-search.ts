import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { RoleSearch } from './role-search.ts';

const route = getRouteApi('/shell/mt/role');

/** The address of the role library, and the way to change it. */
export function useRoleSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/role' });
  const change = (part: Partial<RoleSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { search, change };
}
