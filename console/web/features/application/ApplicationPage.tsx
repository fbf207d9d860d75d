import { useMemo } from 'react';
import { customerApplicationApi } from './application-api.ts';
import { useCustomerApplicationSearch } from './application-search.ts';
import { ApplicationsView } from './ApplicationsView.tsx';

function OfCustomer({ customerId }: { readonly customerId: number }) {
  const { search, change } = useCustomerApplicationSearch();
  const api = useMemo(() => customerApplicationApi(customerId), [customerId]);
  return <ApplicationsView api={api} search={search} change={change} />;
}

/** Custom applications of a customer, including those shared by the provider. */
export function ApplicationPage() {
  const { customer } = useCustomerApplicationSearch().search;
  return customer === undefined ? null : <OfCustomer key={customer} customerId={customer} />;
}
