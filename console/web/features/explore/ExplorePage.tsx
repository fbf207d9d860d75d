import { useMemo } from 'react';
import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { customerExploreApi, exploreApiAcross } from './explore-api.ts';
import { useCustomerExploreSearch, useExploreSearchAcross } from './explore-search.ts';
import { ExploreView } from './ExploreView.tsx';

function OfCustomer({ customerId }: { readonly customerId: number }) {
  const { search, change } = useCustomerExploreSearch();
  const api = useMemo(() => customerExploreApi(customerId), [customerId]);
  return <ExploreView api={api} search={search} change={change} />;
}

/** Flows of a customer by dimensions. */
export function ExplorePage() {
  const { customer } = useCustomerExploreSearch().search;
  if (customer === undefined) return null;
  return (
    <KpiDirectoryProvider>
      <OfCustomer key={customer} customerId={customer} />
    </KpiDirectoryProvider>
  );
}

/** Flows of all customers of the user. */
export function ExploreAcrossPage() {
  const { search, change } = useExploreSearchAcross();
  return (
    <KpiDirectoryProvider>
      <ExploreView api={exploreApiAcross} search={search} change={change} />
    </KpiDirectoryProvider>
  );
}
