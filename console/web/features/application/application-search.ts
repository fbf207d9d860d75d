import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const ApplicationSearch = z.object({
  /** On the page of a customer. */
  customer: searchValue.id(),
  q: searchValue.text(),
  sort: searchValue.text(),
  /** Hides deactivated applications. */
  active: searchValue.flag(false),
  /** The application with open details. */
  open: searchValue.id(),
  /** The form: `new`, or the id of an application. */
  edit: searchValue.text(),
  /** What a new one matches, separated by commas. */
  addresses: searchValue.text(),
  ports: searchValue.text(),
  protocols: searchValue.text(),
  dscp: searchValue.text(),
});
export type ApplicationSearch = z.output<typeof ApplicationSearch>;

export const applicationSearchDefaults = { active: false } as const;
export const applicationSearch = versionedSearch(ApplicationSearch, []);
export const useCustomerApplicationSearch = searchHook<ApplicationSearch>('/shell/application');
export const useProviderApplicationSearch = searchHook<ApplicationSearch>('/shell/mt/application');
