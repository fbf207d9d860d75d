import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const ProvisioningSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  tab: z.enum(['discoveries', 'schedules']).optional().catch(undefined),
  /** The import whose difference is open. */
  import: searchValue.id(),
  /** The discovery whose proposals are open. */
  discovery: searchValue.id(),
  /** The form: `new`, or the id of a schedule. */
  edit: searchValue.text(),
});

export const provisioningSearch = versionedSearch(ProvisioningSearch, []);
export const useProvisioningSearch =
  searchHook<z.output<typeof ProvisioningSearch>>('/shell/mt/provisioning');
