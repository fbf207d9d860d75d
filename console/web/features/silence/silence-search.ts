import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** With alarm, site or element the form is open and names them: the way from an alarm that runs. */
export const silenceSearch = versionedSearch(
  z.object({
    customer: searchValue.id(),
    over: searchValue.flag(false).optional(),
    alarm: searchValue.id(),
    site: searchValue.id(),
    element: searchValue.id(),
  }),
  [],
);
