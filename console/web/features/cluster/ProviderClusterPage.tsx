import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { providerClusterApi } from './cluster-api.ts';
import { ClustersView } from './ClustersView.tsx';

const route = getRouteApi('/shell/mt/cluster');

/** Clusters of the multi-client space. */
export function ProviderClusterPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/cluster' });
  return (
    <ClustersView
      place={providerClusterApi}
      search={search}
      change={(part) => void navigate({ search: (now) => ({ ...now, ...part }), replace: true })}
    />
  );
}
