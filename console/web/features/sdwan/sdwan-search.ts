import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const SdwanSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The form: `new`, or the id of a manager. */
  edit: searchValue.text(),
  /** The manager whose removal waits for confirmation. */
  remove: searchValue.id(),
  /** The manager whose alarms are open. */
  alarms: searchValue.id(),
  /** The manager whose proposals are open. */
  proposals: searchValue.id(),
});

export const sdwanSearch = versionedSearch(SdwanSearch, []);
export const useSdwanSearch = searchHook<z.output<typeof SdwanSearch>>('/shell/mt/sdwanmanagers');
