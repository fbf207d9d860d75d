import { AuditKind } from '#schemas/audit/event.ts';
import { AuditOutcome, type AuditFilter } from '#schemas/audit/routes.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '#schemas/time/duration.ts';
import { lastNight } from '#web/lib/zoned/local-time.ts';
import type { AuditSearch } from './audit-search.ts';

/** Object kinds in the order of the filter. */
export const auditSubjects = [
  ...(['user', 'role', 'customer', 'profile', 'token', 'setting', 'terms'] as const),
  ...(['webhook', 'trap', 'mail', 'cockpit', 'alarm', 'alarm-group', 'alarm-filter', 'silence'] as const),
  'annotation',
  ...(['kpi', 'poller', 'cluster', 'application', 'inventory', 'discovery', 'recording'] as const),
  ...(['import', 'import-mapping', 'import-schedule', 'sdwan-manager', 'snmp-credential'] as const),
  ...(['qos', 'agent', 'billing', 'oidc-provider'] as const),
  ...(['dashboard', 'home', 'report', 'report-image', 'brand', 'scheduling', 'request'] as const),
] as const;

const typed = ['actor', 'address', 'object'] as const;

const lengths = { '1h': HOUR_MS, '24h': DAY_MS, '7d': WEEK_MS } as const;

/** The period of an address at `now`, milliseconds since 1970. What is still to come is in a period that reaches the present. */
function periodOf({ range, from, to }: Partial<AuditSearch>, now: number): Pick<AuditFilter, 'from' | 'to'> {
  if (range === 'night') return lastNight(now);
  if (range !== undefined) return { from: now - lengths[range] };
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** The filter of an address at `now`, milliseconds since 1970; invalid values are left out. */
export function auditQuery(search: Partial<AuditSearch>, now: number): AuditFilter {
  const { subject } = search;
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
    ...periodOf(search, now),
  };
}
