import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** What the screen shows is in its address. */
const ClusterSearch = z.object({
  customer: searchValue.id(),
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The cluster whose details are open. */
  open: searchValue.id(),
  /** The form: `new`, or the id of a cluster. */
  edit: searchValue.text(),
});
export type ClusterSearch = z.output<typeof ClusterSearch>;

export const clusterSearch = versionedSearch(ClusterSearch, []);
