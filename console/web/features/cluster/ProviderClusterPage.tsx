import { providerClusterApi } from './cluster-api.ts';
import { useProviderClusterSearch } from './cluster-search.ts';
import { ClustersView } from './ClustersView.tsx';

/** Clusters of the multi-client space. */
export function ProviderClusterPage() {
  const { search, change } = useProviderClusterSearch();
  return <ClustersView api={providerClusterApi} search={search} change={change} />;
}
