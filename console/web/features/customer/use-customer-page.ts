import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { CustomerPageSearch } from './customer-page-search.ts';

const route = getRouteApi('/shell/cc/customer');

/** The address of the customers, and the way to change it. */
export function useCustomerPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/cc/customer' });
  const change = (part: Partial<CustomerPageSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { search, change };
}
