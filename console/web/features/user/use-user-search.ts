import { getRouteApi, useNavigate } from '@tanstack/react-router';

const route = getRouteApi('/shell/mt/user');

interface Part {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly open?: number | undefined;
  readonly tab?: 'overview' | 'rights' | 'tokens' | undefined;
  readonly edit?: string | undefined;
}

/** The address of the user administration, and the way to change it. */
export function useUserSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/user' });
  const change = (part: Part) => void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { search, change };
}
