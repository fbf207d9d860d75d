import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const SharingSearch = z.object({
  q: searchValue.text(),
  /** The profile whose templates are shown; by default the first. */
  profile: searchValue.id(),
});
export const sharingSearch = versionedSearch(SharingSearch, []);
/** Reads and changes the address of the page. */
export const useSharingSearch = searchHook<z.output<typeof SharingSearch>>('/shell/mt/share-resource');
