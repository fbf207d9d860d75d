import { getRouteApi, useNavigate } from '@tanstack/react-router';

const route = getRouteApi('/shell/cc/alert');

interface Part {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
}

/** The address of the alerting across customers, and the way to change it. */
export function useCustomerSearch() {
  const { q, sort } = route.useSearch();
  const navigate = useNavigate({ from: '/cc/alert' });
  const change = (part: Part) => void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { q, sort, change };
}
