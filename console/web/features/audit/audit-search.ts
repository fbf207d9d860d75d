import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const AuditSearch = z.object({
  actor: searchValue.text(),
  address: searchValue.text(),
  /** Part of the object name. */
  object: searchValue.text(),
  kind: searchValue.text(),
  subject: searchValue.text(),
  outcome: searchValue.text(),
  /** Milliseconds since 1970. */
  from: searchValue.id(),
  to: searchValue.id(),
  /** The entry whose details are open. */
  open: searchValue.id(),
});
export type AuditSearch = z.output<typeof AuditSearch>;

export const auditSearch = versionedSearch(AuditSearch, []);
export const useAuditSearch = searchHook<AuditSearch>('/shell/mt/audit');
