import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** What the screen shows is in its address. */
const CustomerPageSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  tab: z.enum(['customers', 'profiles']).optional().catch(undefined),
  /** The form: `new`, or the id of a customer or profile. */
  edit: searchValue.text(),
  /** The customer or profile that is about to be deleted. */
  remove: searchValue.id(),
});
export type CustomerPageSearch = z.output<typeof CustomerPageSearch>;

export const customerPageSearch = versionedSearch(CustomerPageSearch, []);
