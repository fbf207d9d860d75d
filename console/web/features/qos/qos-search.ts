import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const QosTab = z.enum(['classes', 'mapping', 'unmapped', 'traffic']);

const QosSearch = z.object({
  /** The customer whose classes are shown; absent: those of the provider. */
  client: searchValue.id(),
  tab: QosTab.optional().catch(undefined),
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The form: `new`, or the id of a class. */
  edit: searchValue.text(),
  /** What maps to nothing at all customers: once for each customer; absent: once for each name. */
  by: z.enum(['customer']).optional().catch(undefined),
  /** Only rules that match nothing. */
  unused: searchValue.flag(false).optional(),
  /** Of the policies whose traffic is shown; absent: outwards. */
  direction: z.enum(['in']).optional().catch(undefined),
});
export type QosSearch = z.output<typeof QosSearch>;
export const qosSearch = versionedSearch(QosSearch, []);
export const useQosSearch = searchHook<QosSearch>('/shell/mt/qos');
