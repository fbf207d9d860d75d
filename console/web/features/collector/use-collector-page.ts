import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { CollectorSearch } from './collector-search.ts';

const route = getRouteApi('/shell/mt/monitoring-collect');

/** The address of the monitoring, and the way to change it. */
export function useCollectorPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/monitoring-collect' });
  const change = (part: Partial<CollectorSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { search, change };
}
