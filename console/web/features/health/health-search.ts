import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const HealthSearch = z.object({
  /** Only what is not in order. */
  notable: searchValue.flag(false).optional(),
  /** The component with open details. */
  open: searchValue.text(),
});
export const healthSearch = versionedSearch(HealthSearch, []);
/** Reads and changes the address of the page. */
export const useHealthSearch = searchHook<z.output<typeof HealthSearch>>('/shell/mt/health');
