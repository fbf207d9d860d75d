import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

export const DebugTab = z.enum(['recordings', 'live', 'templates']);
export type DebugTab = z.infer<typeof DebugTab>;

const integer = (max: number) => z.coerce.number().int().min(0).max(max).optional().catch(undefined);

const DebugSearch = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  tab: DebugTab.optional().catch(undefined),
  customer: searchValue.id(),
  site: searchValue.id(),
  /** The recording with open details. */
  open: searchValue.id(),
  /** Which live flows are shown. */
  address: searchValue.text(),
  port: integer(65_535),
  protocol: integer(255),
  minBytes: integer(Number.MAX_SAFE_INTEGER),
});
export type DebugSearch = z.output<typeof DebugSearch>;
export const debugSearch = versionedSearch(DebugSearch, []);
/** Reads and changes the address of debug mode. */
export const useDebugSearch = searchHook<DebugSearch>('/shell/mt/debug');
