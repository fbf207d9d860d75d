import { useMemo } from 'react';
import { customerClusterApi, providerClusterApi } from './cluster-api.ts';
import { useCustomerClusterSearch, useProviderClusterSearch } from './cluster-search.ts';
import { ClustersView } from './ClustersView.tsx';

function OfCustomer({ customerId }: { readonly customerId: number }) {
  const { search, change } = useCustomerClusterSearch();
  const api = useMemo(() => customerClusterApi(customerId), [customerId]);
  return <ClustersView api={api} search={search} change={change} />;
}

/** Clusters of a customer, including those shared by the provider. */
export function ClusterPage() {
  const { customer } = useCustomerClusterSearch().search;
  return customer === undefined ? null : <OfCustomer key={customer} customerId={customer} />;
}

/** Clusters of the multi-client space. */
export function ProviderClusterPage() {
  const { search, change } = useProviderClusterSearch();
  return <ClustersView api={providerClusterApi} search={search} change={change} />;
}
