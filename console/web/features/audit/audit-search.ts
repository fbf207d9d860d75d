import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** The last hour, 24 hours and 7 days; the last night. */
export const auditRanges = ['1h', '24h', '7d', 'night'] as const;

const AuditSearch = z.object({
  actor: searchValue.text(),
  address: searchValue.text(),
  /** Part of the object name. */
  object: searchValue.text(),
  kind: searchValue.text(),
  subject: searchValue.text(),
  outcome: searchValue.text(),
  /** A period up to now; without one, `from` and `to`. */
  range: z.enum(auditRanges).optional().catch(undefined),
  /** Milliseconds since 1970. */
  from: searchValue.id(),
  to: searchValue.id(),
  /** The entry whose details are open. */
  open: searchValue.id(),
});
export type AuditSearch = z.output<typeof AuditSearch>;

export const auditSearch = versionedSearch(AuditSearch, []);
export const useAuditSearch = searchHook<AuditSearch>('/shell/mt/audit');
