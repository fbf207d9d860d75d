import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const CustomerAlertSearch = z.object({ q: searchValue.text(), sort: searchValue.text() });

export const customerAlertSearch = versionedSearch(CustomerAlertSearch, []);
/** Reads and changes the address of the alerting across customers. */
export const useCustomerAlertSearch = searchHook<z.output<typeof CustomerAlertSearch>>('/shell/cc/alert');
