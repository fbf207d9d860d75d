import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const UserSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The user whose details are open, and their tab. */
  open: searchValue.id(),
  tab: z.enum(['overview', 'rights', 'tokens']).optional().catch(undefined),
  /** The form: `new`, or the id of a user. */
  edit: searchValue.text(),
});

export const userSearch = versionedSearch(UserSearch, []);
export const useUserSearch = searchHook<z.output<typeof UserSearch>>('/shell/mt/user');
