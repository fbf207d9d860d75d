import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const SchedulingSearch = z.object({
  customer: searchValue.id(),
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The form: `new`, or the id of a schedule. */
  edit: searchValue.text(),
  /** The schedule whose deletion is being confirmed. */
  remove: searchValue.id(),
  /** The schedule whose runs are listed. */
  runs: searchValue.id(),
});

export const schedulingSearch = versionedSearch(SchedulingSearch, []);
export const useSchedulingSearch = searchHook<z.output<typeof SchedulingSearch>>('/shell/scheduling');
