import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** With alarms, a site or elements the form is open and matches them, as for links from running alarms; with `new` it is open and empty. */
const SilenceSearch = z.object({
  customer: searchValue.id(),
  /** Whether ended silences are listed. */
  over: searchValue.flag(false).optional(),
  /** The silence with open details. */
  open: searchValue.id(),
  new: searchValue.flag(false).optional(),
  alarm: searchValue.id(),
  site: searchValue.id(),
  element: searchValue.id(),
  /** Several of them, from a selection. */
  alarms: searchValue.ids(),
  elements: searchValue.ids(),
});

export const silenceSearch = versionedSearch(SilenceSearch, []);
export const useSilenceSearch = searchHook<z.output<typeof SilenceSearch>>('/shell/alert/silence', 'push');
