import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** Every filter is in the address: a link shows the same events. */
const AuditSearch = z.object({
  actor: searchValue.text(),
  address: searchValue.text(),
  /** Part of the name of what it was done to. */
  object: searchValue.text(),
  kind: searchValue.text(),
  subject: searchValue.text(),
  outcome: searchValue.text(),
  /** Milliseconds since 1970. */
  from: searchValue.id(),
  to: searchValue.id(),
  /** The event whose details are open. */
  open: searchValue.id(),
});
export type AuditSearch = z.output<typeof AuditSearch>;

export const auditSearch = versionedSearch(AuditSearch, []);
export const useAuditSearch = searchHook<AuditSearch>('/shell/mt/audit');
