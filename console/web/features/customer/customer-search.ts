import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const CustomerSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  tab: z.enum(['customers', 'profiles']).optional().catch(undefined),
  /** The form: `new`, or the id of a customer or profile. */
  edit: searchValue.text(),
  /** The customer whose logo and colours are set. */
  brand: searchValue.id(),
  /** The customer or profile whose deletion is being confirmed. */
  remove: searchValue.id(),
});

export const customerSearch = versionedSearch(CustomerSearch, []);
export const useCustomerSearch = searchHook<z.output<typeof CustomerSearch>>('/shell/cc/customer');
