import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const ClusterSearch = z.object({
  customer: searchValue.id(),
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The cluster with open details. */
  open: searchValue.id(),
  /** The form: `new`, or the id of a cluster. */
  edit: searchValue.text(),
});
export type ClusterSearch = z.output<typeof ClusterSearch>;

export const clusterSearch = versionedSearch(ClusterSearch, []);
export const useCustomerClusterSearch = searchHook<ClusterSearch>('/shell/cluster');
export const useProviderClusterSearch = searchHook<ClusterSearch>('/shell/mt/cluster');
