import { useMemo } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { customerClusterApi } from './cluster-api.ts';
import { ClustersView } from './ClustersView.tsx';

const route = getRouteApi('/shell/cluster');

function OfCustomer({ customerId }: { readonly customerId: number }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/cluster' });
  const place = useMemo(() => customerClusterApi(customerId), [customerId]);
  return (
    <ClustersView
      place={place}
      search={search}
      change={(part) => void navigate({ search: (now) => ({ ...now, ...part }), replace: true })}
    />
  );
}

/** Clusters of a customer, with what the provider shares with it. */
export function ClusterPage() {
  const { customer } = route.useSearch();
  return customer === undefined ? null : <OfCustomer key={customer} customerId={customer} />;
}
