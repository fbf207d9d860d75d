import { useMemo } from 'react';
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
  return customer === undefined ? null : <OfCustomer key={customer} customerId={customer} />;
}

/** Flows of all customers of the user. */
export function ExploreAcrossPage() {
  const { search, change } = useExploreSearchAcross();
  return <ExploreView api={exploreApiAcross} search={search} change={change} />;
}
