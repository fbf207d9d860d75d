import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** What the screen shows is in its address. */
const ApplicationSearch = z.object({
  /** Of the screen of a customer. */
  customer: searchValue.id(),
  q: searchValue.text(),
  sort: searchValue.text(),
  /** Deactivated ones are left out. */
  active: searchValue.flag(false),
  /** The application whose details are open. */
  open: searchValue.id(),
  /** The form: `new`, or the id of an application. */
  edit: searchValue.text(),
});
export type ApplicationSearch = z.output<typeof ApplicationSearch>;

export const applicationSearchDefaults = { active: false } as const;
export const applicationSearch = versionedSearch(ApplicationSearch, []);
