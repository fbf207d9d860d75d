import { AuditKind } from '#schemas/audit/event.ts';
import { AuditOutcome } from '#schemas/audit/routes.ts';
import type { AuditFilter } from '#schemas/audit/routes.ts';
import type { AuditSearch } from './audit-search.ts';

/** Object kinds in the order of the filter. */
export const auditSubjects = [
  ...(['user', 'role', 'customer', 'profile', 'token', 'setting', 'terms'] as const),
  ...(['webhook', 'trap', 'mail', 'cockpit', 'alarm', 'alarm-group', 'silence'] as const),
  ...(['kpi', 'poller', 'cluster', 'application', 'inventory', 'discovery', 'recording'] as const),
  ...(['dashboard', 'home', 'request'] as const),
] as const;

const typed = ['actor', 'address', 'object'] as const;

/** The filter of an address; invalid values are left out. */
export function auditQuery(search: Partial<AuditSearch>): AuditFilter {
  const { subject, from, to } = search;
  const kind = AuditKind.safeParse(search.kind);
  const outcome = AuditOutcome.safeParse(search.outcome);
  return {
    ...Object.fromEntries(
      typed.flatMap((name) =>
        search[name] === undefined || search[name] === '' ? [] : [[name, search[name]]],
      ),
    ),
    ...(subject === undefined ? {} : { subject }),
    ...(kind.success ? { kind: kind.data } : {}),
    ...(outcome.success ? { outcome: outcome.data } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
