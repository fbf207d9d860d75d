import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** What the screen shows is in its address. */
const SharingSearch = z.object({
  q: searchValue.text(),
  /** The profile whose templates are shown; the first one when left out. */
  profile: searchValue.id(),
});
export type SharingSearch = z.output<typeof SharingSearch>;

export const sharingSearch = versionedSearch(SharingSearch, []);
